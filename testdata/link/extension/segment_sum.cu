#include <torch/extension.h>

__global__ void segmentSum(const float *value, const int64_t *segment, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[segment[i]], value[i]);
}
__global__ void segmentCount(const int64_t *segment, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&count[segment[i]], 1);
}

torch::Tensor segment_sum(torch::Tensor value, torch::Tensor segment, int64_t segments) {
  TORCH_CHECK(value.is_cuda(), "value must be on the device");
  auto sum = torch::zeros({segments}, value.options());
  int n = value.numel();
  segmentSum<<<(n + 255) / 256, 256>>>(value.data_ptr<float>(), segment.data_ptr<int64_t>(), n,
                                       sum.data_ptr<float>());
  return sum;
}
torch::Tensor segment_count(torch::Tensor segment, int64_t segments) {
  auto count = torch::zeros({segments}, segment.options().dtype(torch::kInt32));
  int n = segment.numel();
  segmentCount<<<(n + 255) / 256, 256>>>(segment.data_ptr<int64_t>(), n, count.data_ptr<int>());
  return count;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("segment_sum", &segment_sum, "Sums per segment");
  m.def("segment_count", &segment_count, "Elements per segment");
}
TORCH_LIBRARY(segments, m) {
  m.def("total(Tensor value, Tensor segment, int segments) -> Tensor");
}
TORCH_LIBRARY_IMPL(segments, CUDA, m) { m.impl("total", TORCH_FN(segment_sum)); }
