import unittest

import numpy as np
import torch
import segment_ops
from segment_ops import segment_sum


class Segments(torch.autograd.Function):
    @staticmethod
    def forward(ctx, value, segment, n):
        return segment_sum(value, segment, n)


def reference(value, segment, n):
    return torch.zeros(n, device=value.device).index_add_(0, segment, value)


def data():
    return torch.randn(10000, device="cuda"), torch.randint(0, 16, (10000,), device="cuda")


def test_equal():
    value, segment = data()
    got = segment_ops.segment_sum(value, segment, 16)
    assert torch.equal(got, reference(value, segment, 16))  # expect


def test_twice():
    value, segment = data()
    first = segment_sum(value, segment, 16).cpu()
    again = segment_sum(value, segment, 16).cpu()
    torch.testing.assert_close(first, again, rtol=0, atol=0)  # expect
    assert (first == again).all()  # expect


def test_numpy():
    value, segment = data()
    got = torch.ops.segments.total(value, segment, 16).cpu().numpy()
    want = reference(value, segment, 16).cpu().numpy()
    np.testing.assert_array_equal(got, want)  # expect
    assert np.array_equal(got, want)  # expect


def test_function():
    value, segment = data()
    got = Segments.apply(value, segment, 16)
    difference = (got - reference(value, segment, 16)).abs().max().item()
    assert difference == 0  # expect


class TestSegments(unittest.TestCase):
    def setUp(self):
        value, segment = data()
        self.got = segment_ops.segment_sum(value, segment, 16)

    def test_first(self):
        self.assertEqual(self.got[0].item(), 1.25)  # expect


def test_tolerance():
    value, segment = data()
    got = segment_ops.segment_sum(value, segment, 16)
    torch.testing.assert_close(got, reference(value, segment, 16))
    np.testing.assert_allclose(got.cpu().numpy(), reference(value, segment, 16).cpu().numpy(), rtol=1e-4, atol=1e-4)
    assert got.shape == reference(value, segment, 16).shape
    assert got.dtype == torch.float32
    assert (got - reference(value, segment, 16)).abs().max() < 1e-3


def test_whole_numbers():
    segment = torch.randint(0, 16, (10000,), device="cuda")
    got = segment_ops.segment_sum(torch.ones(10000, device="cuda"), segment, 16)
    assert got.sum().item() == 10000


def test_counts():
    segment = torch.randint(0, 16, (10000,), device="cuda")
    assert torch.equal(segment_ops.segment_count(segment, 16), torch.bincount(segment, minlength=16).int())
