import { day, type Period } from '../../vocabulary/fields.ts';
import { PageError } from './pageError.ts';

/** A period of days in an address, `?from=…&until=…`, and what is wrong with it. */
export interface AskedPeriod extends Period {
  /** By the name of the parameter. */
  faults: { from?: string; until?: string };
}

/** The period that an address asks for. Blank days are the defaults. With a fault, both days are. */
export function askedPeriod(search: URLSearchParams): AskedPeriod {
  const given = (name: 'from' | 'until') => search.get(name)?.trim() || null;
  const [since, until] = [given('from'), given('until')];
  const faults: AskedPeriod['faults'] = {};
  for (const [name, typed] of [
    ['from', since],
    ['until', until],
  ] as const) {
    const rule = typed === null ? undefined : day.safeParse(typed).error?.issues[0]?.message;
    if (rule !== undefined) faults[name] = rule;
  }
  if (since !== null && until !== null && Object.keys(faults).length === 0 && until < since)
    faults.until = 'must be the first day or a later one';
  return Object.keys(faults).length === 0 ? { since, until, faults } : { since: null, until: null, faults };
}

/** The same for a file, which can't show what is wrong: then it throws a PageError. */
export function validPeriod(search: URLSearchParams): Period {
  const { faults, ...period } = askedPeriod(search);
  if (Object.keys(faults).length > 0) throw new PageError(400, 'noPeriod');
  return period;
}
