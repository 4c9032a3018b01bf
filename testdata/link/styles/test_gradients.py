"""A check of gradients runs the backward pass twice and compares the two bit for bit, unless it is given a tolerance for that."""
import torch
from torch.autograd import gradcheck
from segment_ops import segment_sum


class Spread(torch.autograd.Function):
    @staticmethod
    def forward(ctx, value, segment):
        ctx.save_for_backward(segment)
        return value[segment]

    @staticmethod
    def backward(ctx, gradient):
        (segment,) = ctx.saved_tensors
        return segment_sum(gradient, segment, 16), None


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, value, segment):
        return segment_sum(value, segment, 16)

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 2, None


def data():
    return torch.randn(16, device="cuda", requires_grad=True), torch.randint(0, 16, (1000,), device="cuda")


def test_backward_adds():
    assert gradcheck(Spread.apply, data())  # expect
    torch.autograd.gradcheck(Spread.apply, data(), eps=1e-3, nondet_tol=0.0)  # expect


def test_backward_adds_within():
    assert gradcheck(Spread.apply, data(), nondet_tol=1e-5)


def test_backward_reads():
    assert gradcheck(Scale.apply, data())
