import { table } from '../report.ts';
import type { Logged } from './receiver.ts';
import type { Course } from './watch.ts';

/** The goal of a row. */
export interface Goal {
  /** How many deliveries must have arrived, and within how many seconds. */
  arrived: number;
  seconds: number;
  /** How many requests each delivery may take, on average. */
  requestsEach: number;
}

const columns = [
  'Receiver',
  'Deliveries',
  'Arrived',
  'Goal',
  'Last after, s',
  'Goal',
  'Failed or missed',
  'Goal',
  'Pending',
  'Requests each',
  'Goal',
  'Most open',
  'Endpoint',
  'Answers',
];

/** Prints how each endpoint's deliveries ended, and how many there were. */
export function summarize(courses: { name: string; count: number; course: Course; goal: Goal }[]): void {
  table(
    columns,
    courses.map(({ name, count, course, goal }) => {
      const { requests, samples } = course;
      const arrived = arrivals(course, goal.seconds);
      const { lost, pending, isOn } = samples.at(-1)!;
      return [
        name,
        String(count),
        String(arrived.length),
        `≥ ${goal.arrived}`,
        arrived.length < count ? '—' : Math.max(...arrived).toFixed(1),
        `< ${goal.seconds}`,
        String(lost),
        '0',
        String(pending),
        (requests.length / count).toFixed(2),
        `≤ ${goal.requestsEach}`,
        String(requests.reduce((most, { open }) => Math.max(most, open), 0)),
        isOn ? 'on' : 'off',
        answers(requests),
      ];
    }),
  );
}

/** After how many seconds each delivery arrived, without those that exceeded the limit. */
export function arrivals({ begun, requests }: Course, seconds: number): number[] {
  const first = new Map<string, number>();
  for (const { delivery, status, at, ms } of requests) {
    const after = (at + ms - begun) / 1000;
    if (status === 200 && after <= seconds && !first.has(delivery)) first.set(delivery, after);
  }
  return [...first.values()];
}

/** How often each status was sent, as in "200: 50, 429: 12". Requests whose sender had given up count as "late". */
export function answers(requests: Logged[]): string {
  const counts = new Map<number, number>();
  for (const { status } of requests) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status === 0 ? 'late' : status}: ${count}`)
    .join(', ');
}
