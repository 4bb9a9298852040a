import * as attempts from './checks/attempts.ts';
import * as audit from './checks/audit.ts';
import type { Check, Run } from './checks/check.ts';
import * as counts from './checks/counts.ts';
import * as events from './checks/events.ts';
import * as jobs from './checks/jobs.ts';
import * as numbers from './checks/numbers.ts';
import * as verdicts from './checks/verdicts.ts';
import * as writes from './checks/writes.ts';

/** The promises that every run must keep, by name. */
const promises: Record<string, Check> = {
  ...writes,
  ...events,
  ...attempts,
  ...jobs,
  ...verdicts,
  ...numbers,
  ...counts,
  ...audit,
};

/** How many findings of a check are printed. */
const maxLines = 10;

/** Checks a run against every promise, and prints which ones were kept. Returns how many were broken. */
export async function check(run: Run): Promise<number> {
  let broken = 0;
  for (const [name, promise] of Object.entries(promises)) {
    const findings = await promise(run);
    const said = name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
    console.log(`${findings.length === 0 ? 'kept' : 'BROKEN'}  ${said}`);
    for (const finding of findings.slice(0, maxLines)) console.log(`        ${finding}`);
    if (findings.length > maxLines) console.log(`        and ${findings.length - maxLines} more`);
    if (findings.length > 0) broken++;
  }
  return broken;
}
