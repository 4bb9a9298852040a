/** The value of a series, as Prometheus would read it; undefined if there is none. */
export function reading(metrics: string, series: string): number | undefined {
  const line = metrics.split('\n').find(text => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}
