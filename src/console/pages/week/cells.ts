import { shownMinutes, weekdays } from '../../../actions/week.ts';
import { durationText, parseDuration } from '../../forms/durationField.ts';
import { localeName } from '../../forms/hiddenFields.ts';
import type { RejectedForm } from '../../requests/pageContext.ts';

/** A field of the grid after the form was sent. */
interface TypedCell {
  text: string;
  /** The minutes that the form will send back as shown; null for an empty cell. */
  shown: number | null;
  errors: readonly string[];
}

/** A row of a form that was sent. */
export interface SentRow {
  /** Its number in the form. */
  number: number;
  cell: (day: number, now: number | null) => TypedCell;
}

/** The rows of a rejected form, by project. */
export function sentRows(rejected: RejectedForm): Map<string, SentRow> {
  const { values } = rejected;
  const rows = [...values].flatMap(([name, projectId]): [string, SentRow][] => {
    const [, number] = /^rows\.(\d{1,3})\.projectId$/.exec(name) ?? [];
    if (number === undefined) return [];
    const cell: SentRow['cell'] = (day, now) => sentCell(rejected, `rows.${number}`, day, now);
    return [[projectId, { number: Number(number), cell }]];
  });
  return new Map(rows);
}

/**
 * A cell of a rejected form: what was typed if it was changed, and else what it is now. `now`: its minutes. If another person
 * changed it meanwhile and the page says so, the form is about what it is now; otherwise it still is about what was shown.
 */
function sentCell(
  { values, messages, status }: RejectedForm,
  row: string,
  day: number,
  now: number | null,
): TypedCell {
  const name = `${row}.${weekdays[day]!}`;
  const shown = shownMinutes(values.get(`${row}.shown`) ?? '')[day] ?? null;
  const text = values.get(name);
  const typed = text === null ? shown : text.trim() === '' ? null : parsed(text, values);
  const errors = messages.filter(({ field }) => field === name).map(message => message.text);
  if (typed === shown) return { text: textOf(now), shown: now, errors };
  return { text: text ?? '', shown: status === 409 && errors.length > 0 ? now : shown, errors };
}

/** Undefined for a text that is no duration, which equals nothing that was shown. */
const parsed = (text: string, values: URLSearchParams) =>
  parseDuration(text, { locale: values.get(localeName) ?? '' }) ?? undefined;

/** The text of a cell. */
export const textOf = (minutes: number | null): string => (minutes === null ? '' : durationText(minutes));
