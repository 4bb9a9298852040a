import { period } from '../formatting/index.ts';
import { hundredthsOfHours } from '../money/hours.ts';
import { cut } from '../vocabulary/cut.ts';
import type { timeGroupings } from '../vocabulary/documents.ts';
import { maxLine, maxName } from './invoiceDocument.ts';
import { type Localizer, localizerOf } from './localizer.ts';
import type { PartySnapshot } from './partySnapshot.ts';

export type TimeGrouping = (typeof timeGroupings)[number];

/** A time entry that is not billed yet. */
interface UnbilledEntry {
  id: string;
  date: string;
  minutes: number;
  description: string | null;
  /** The member who logged it; null: a key or the operator, or no longer known. */
  memberId: string | null;
}

/** The time that an invoice of a project is made from (sql/functions/invoices/time_to_invoice.sql). */
export interface TimeToInvoice {
  /** Oldest first. */
  entries: UnbilledEntry[];
  currency: string;
  hourlyRateCents: number | null;
  taxRateBps: number;
  taxInclusive: boolean;
  parties: PartySnapshot;
  /** The email addresses of the members, by their ids: for members alone. */
  members: Record<string, string>;
  digest: string;
}

/** The most lines of an invoice, and the most time that one can bill, as sql/functions/invoices/invoice_time.sql has them. */
const maxLines = 50;
const maxEntries = 2_000;
const maxMinutes = 600_000;

interface TimeLine {
  description: string;
  quantityHundredths: number;
  /** How many minutes it bills. */
  minutes: number;
  /** The member whose time it bills; null: not one member's alone, or not known. */
  memberId: string | null;
}

/** The proposed lines, in the document's language. */
interface TimeLines {
  lines: TimeLine[];
  /** The number of the line of each entry, from 1. */
  lineOfEntry: number[];
  /** How they are grouped: another way than asked if that made too many lines. */
  by: TimeGrouping;
  /** Whether it is more time than one invoice can bill. */
  isTooMuch: boolean;
}

/** Makes the lines of an invoice from a project's unbilled time. */
export function timeLines(
  { entries, parties }: Pick<TimeToInvoice, 'entries' | 'parties'>,
  by: TimeGrouping,
): TimeLines {
  const isTooMuch = entries.length > maxEntries || minutesOf(entries) > maxMinutes;
  const groups = [...Map.groupBy(entries, entry => keys[by](entry)).values()];
  if (groups.length > maxLines)
    return { ...timeLines({ entries, parties }, by === 'entry' ? 'day' : 'one'), isTooMuch };
  const localizer = localizerOf(parties);
  const minutes = groups.map(minutesOf);
  const quantities = hundredthsOfHours(minutes);
  const lineOf = new Map(groups.flatMap((group, at) => group.map(({ id }) => [id, at + 1] as const)));
  return {
    lines: groups.map((group, at) => ({
      description: cut(describe[by](group, localizer, parties), maxLine),
      quantityHundredths: quantities[at]!,
      minutes: minutes[at]!,
      memberId: by === 'person' ? group[0]!.memberId : null,
    })),
    lineOfEntry: entries.map(({ id }) => lineOf.get(id)!),
    by,
    isTooMuch,
  };
}

const minutesOf = (entries: readonly UnbilledEntry[]): number =>
  entries.reduce((sum, { minutes }) => sum + minutes, 0);

/** The common part of the entries of one line. */
const keys: Record<TimeGrouping, (entry: UnbilledEntry) => string> = {
  entry: ({ id }) => id,
  day: ({ date }) => date,
  person: ({ memberId }) => memberId ?? '',
  one: () => '',
};

type Describe = (group: readonly UnbilledEntry[], localizer: Localizer, parties: PartySnapshot) => string;

/** A day, and what was done on it, each description once. */
const dayAndWork: Describe = (group, localizer) => {
  const work = new Set(group.flatMap(({ description }) => description?.replaceAll(/\s+/g, ' ').trim() || []));
  return [localizer.day(group[0]!.date), [...work].join('; ')].filter(Boolean).join(': ');
};

/** The project, and the days on which it was worked on. */
const projectAndPeriod: Describe = (group, localizer, { projectName }) => {
  const [first, last] = [group[0]!.date, group.at(-1)!.date];
  return `${cut(projectName, maxName)}, ${period(first, last, localizer.locale)}`;
};

const describe: Record<TimeGrouping, Describe> = {
  entry: dayAndWork,
  day: dayAndWork,
  person: projectAndPeriod,
  one: projectAndPeriod,
};
