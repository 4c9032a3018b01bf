"""Fixtures, modules, hashes, closures, scripts: comparisons that the last bits decide, and those that they do not."""
import hashlib
import numpy as np
import pytest
import torch
import torch.nn as nn
import segment_ops
from segment_ops import segment_sum

class Seg(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.n = n
    def forward(self, v, s):
        return segment_sum(v, s, self.n)

@pytest.fixture
def data():
    return torch.randn(1000, device="cuda"), torch.randint(0, 16, (1000,), device="cuda")

@pytest.fixture
def result(data):
    v, s = data
    return segment_sum(v, s, 16)

def test_fixture(result, expected):
    assert torch.equal(result, expected)  # expect

def test_approx(result):
    assert result[0].item() == pytest.approx(1.25)

def test_hash(data):
    v, s = data
    out = segment_sum(v, s, 16).cpu().numpy()
    assert hashlib.sha256(out.tobytes()).hexdigest() == "abc"  # expect

def test_bytes(data):
    v, s = data
    a = segment_sum(v, s, 16).cpu().numpy()
    b = segment_sum(v, s, 16).cpu().numpy()
    assert a.tobytes() == b.tobytes()  # expect

def test_module(data, expected):
    v, s = data
    m = Seg(16)
    assert torch.equal(m(v, s), expected)  # expect

def test_any(data, expected):
    v, s = data
    out = segment_sum(v, s, 16)
    assert not (out - expected).any()  # expect
    assert torch.count_nonzero(out - expected) == 0  # expect
    assert (out != expected).sum() == 0  # expect
    assert torch.all(torch.eq(out, expected))  # expect
    assert not torch.any(out != expected)  # expect
    assert torch.max(torch.abs(out - expected)) == 0  # expect
    assert torch.allclose(out, expected, rtol=0, atol=0)  # expect
    assert np.allclose(out.cpu(), expected.cpu(), 0, 0)  # expect
    assert out.tolist() == expected.tolist()  # expect
    np.testing.assert_equal(out.cpu().numpy(), expected)  # expect
    np.testing.assert_array_almost_equal(out.cpu().numpy(), expected)
    torch.testing.assert_close(out, expected, rtol=1e-5, atol=0)
    assert (out - expected).abs().max() <= 1e-4
    assert out.shape == (16,)

def test_nested(data):
    v, s = data
    def run():
        return segment_sum(v, s, 16)
    ref = run()
    for _ in range(10):
        assert torch.equal(run(), ref)  # expect

def test_lambda(data):
    v, s = data
    run = lambda: segment_sum(v, s, 16)
    assert torch.equal(run(), run())  # expect

def test_many(data):
    v, s = data
    outs = [segment_sum(v, s, 16) for _ in range(5)]
    assert all(torch.equal(outs[0], o) for o in outs[1:])  # expect
    for o in outs[1:]:
        assert (o == outs[0]).all()  # expect


if __name__ == "__main__":
    v, s = torch.randn(1000, device="cuda"), torch.randint(0, 16, (1000,), device="cuda")
    a = segment_ops.segment_sum(v, s, 16)
    b = segment_ops.segment_sum(v, s, 16)
    print("same" if torch.equal(a, b) else "differs")  # expect
    assert (a == b).all(), "not deterministic"  # expect
