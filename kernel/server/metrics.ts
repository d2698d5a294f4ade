/** Metrics for Prometheus: durations by call, refusals by key, bugs. */
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

export class Metrics {
  private readonly registry = new Registry()
  private readonly durations = new Histogram({
    name: 'mingmou_call_seconds',
    help: 'Duration of calls',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [this.registry],
  })
  private readonly refusals = new Counter({
    name: 'mingmou_refusals_total',
    help: 'Refusals by key',
    labelNames: ['key'],
    registers: [this.registry],
  })
  private readonly misfits = new Counter({
    name: 'mingmou_misfits_total',
    help: 'Answers by call, and rows, that did not fit their shape',
    labelNames: ['of'],
    registers: [this.registry],
  })
  private readonly bugs = new Counter({ name: 'mingmou_bugs_total', help: 'Answers with HTTP 500', registers: [this.registry] })
  /** Histograms by call and status: looking a pair of labels up costs more than counting it. */
  private readonly known = new Map<string, ReturnType<typeof this.durations.labels>>()
  constructor() {
    collectDefaultMetrics({ register: this.registry })
  }
  observe(call: string, status: number, ms: number): void {
    const key = `${call} ${status}`
    let duration = this.known.get(key)
    if (!duration) this.known.set(key, (duration = this.durations.labels({ call, status: String(status) })))
    duration.observe(ms / 1000)
  }
  refused(key: string): void {
    this.refusals.inc({ key })
  }
  misfit(label: string): void {
    this.misfits.inc({ of: label })
  }
  bug(): void {
    this.bugs.inc()
  }
  text(): Promise<string> {
    return this.registry.metrics()
  }
}
