-- What wrk sends: one fixed POST, from the environment. At the end one line of JSON, times in microseconds.
wrk.method = "POST"
wrk.body = os.getenv("BENCH_BODY")
wrk.headers["Content-Type"] = "application/json"
for name, value in string.gmatch(os.getenv("BENCH_HEADERS") or "", "([^:\n]+): ([^\n]+)") do
  wrk.headers[name] = value
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'BENCH {"requests":%d,"durationUs":%d,"p50":%d,"p90":%d,"p99":%d,"p999":%d,"max":%d,"errors":%d,"badStatus":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(90), latency:percentile(99),
    latency:percentile(99.9), latency.max,
    errors.connect + errors.read + errors.write + errors.timeout, errors.status))
end
