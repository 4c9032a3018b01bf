"""Functions that are passed on, wrappers, loops over pairs, nearly exact tolerances."""
import unittest
import numpy as np
import torch
from numpy.testing import assert_array_equal, assert_allclose
import segment_ops as ops
from segment_ops import segment_sum, segment_count
from torch.testing import assert_close


def make(n=1000):
    return torch.randn(n, device="cuda"), torch.randint(0, 16, (n,), device="cuda")


def assert_repeatable(fn, *args):
    first = fn(*args)
    for _ in range(20):
        again = fn(*args)
        assert torch.equal(first, again), "not repeatable"  # expect


def test_repeatable():
    v, s = make()
    assert_repeatable(segment_sum, v, s, 16)


def assert_repeatable_int(fn, *args):
    first = fn(*args)
    again = fn(*args)
    assert torch.equal(first, again), "not repeatable"


def test_repeatable_int():
    v, s = make()
    assert_repeatable_int(ops.segment_count, s, 16)


class Wrapper:
    def __init__(self, n):
        self.n = n

    def run(self, v, s):
        return ops.segment_sum(v, s, self.n)

    def count(self, s):
        return ops.segment_count(s, self.n)


class TestWrapper(unittest.TestCase):
    def setUp(self):
        self.w = Wrapper(16)
        self.v, self.s = make()
        self.ref = torch.zeros(16, device="cuda").index_add_(0, self.s, self.v)

    def test_exact(self):
        self.assertTrue(torch.equal(self.w.run(self.v, self.s), self.ref))  # expect

    def test_np(self):
        out = self.w.run(self.v, self.s).cpu().numpy()
        assert_array_equal(out, self.ref.cpu().numpy())  # expect
        np.testing.assert_array_equal(out, self.ref.cpu().numpy(), err_msg="x")  # expect
        self.assertListEqual(list(out), list(self.ref.cpu().numpy()))  # expect
        assert_allclose(out, self.ref.cpu().numpy(), rtol=1e-5)
        assert_allclose(out, self.ref.cpu().numpy(), rtol=0)  # expect
        assert_allclose(out, self.ref.cpu().numpy(), rtol=0, atol=1e-5)
        assert_close(torch.from_numpy(out), self.ref.cpu(), rtol=1e-9, atol=1e-10)  # expect
        self.assertAlmostEqual(float(out[0]), 1.0, places=4)
        self.assertLess(np.abs(out - self.ref.cpu().numpy()).max(), 1e-3)

    def test_zip(self):
        outs = [self.w.run(self.v, self.s) for _ in range(3)]
        refs = [self.ref] * 3
        for got, want in zip(outs, refs):
            assert (got == want).all()  # expect
        for i, got in enumerate(outs):
            assert torch.equal(got, refs[i])  # expect
        assert all((a == b).all() for a, b in zip(outs, refs))  # expect

    def test_counts(self):
        c = self.w.count(self.s)
        self.assertEqual(c.sum().item(), 1000)
        assert torch.equal(c, self.w.count(self.s))


def close(a, b, tol=1e-4):
    return (a - b).abs().max().item() < tol


def same(a, b):
    return bool((a == b).all())  # expect


def test_helpers():
    v, s = make()
    out = segment_sum(v, s, 16)
    ref = segment_sum(v.cpu().cuda(), s, 16)
    assert close(out, ref)
    assert same(out, ref)


def test_bits():
    v, s = make()
    a = segment_sum(v, s, 16).view(torch.int32)
    b = segment_sum(v, s, 16).view(torch.int32)
    assert torch.equal(a, b)  # expect


def test_round():
    v, s = make()
    a = segment_sum(v, s, 16)
    b = segment_sum(v, s, 16)
    assert torch.equal(torch.round(a * 100), torch.round(b * 100))


def test_argmax():
    v, s = make()
    a = segment_sum(v, s, 16)
    assert a.argmax().item() == 3
    assert a.numel() == 16
    assert len(a) == 16
    assert not torch.isnan(a).any()
    assert torch.isfinite(a).all()
    assert (a > 0).any()
    assert a.any()


def test_ulp():
    v, s = make()
    a = segment_sum(v, s, 16).cpu().numpy()
    np.testing.assert_array_max_ulp(a, a.copy(), maxulp=1)  # expect
    if not np.array_equal(a, segment_sum(v, s, 16).cpu().numpy()):  # expect
        raise AssertionError("differs")


def run_all(backend):
    v, s = make()
    return {"sum": ops.segment_sum(v, s, 16), "count": ops.segment_count(s, 16)}


def test_dict():
    got, want = run_all("a"), run_all("b")
    for k in got:
        assert torch.equal(got[k], want[k])  # expect


def test_none():
    v, s = make()
    out = segment_sum(v, s, 16)
    assert out is not None
    assert out.device == v.device
    assert out.dtype == v.dtype
    assert str(out.dtype) == "torch.float32"
    assert out.grad_fn != None
