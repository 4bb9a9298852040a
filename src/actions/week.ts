import { z } from 'zod';
import { maxMinutes } from '../operations/logTime.ts';
import { day, integer, wholeMinutes } from '../vocabulary/fields.ts';
import { id } from '../vocabulary/id.ts';
import { requiredText } from '../vocabulary/text.ts';
import { action, field, hiddenInput } from './define.ts';
import { clearable } from './fields.ts';
import { memberAnswer } from './member.ts';

/** The days of a week, as the columns of its rows are named. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The most rows of a week that are saved at once, as sql/functions/time/save_week.sql has them. */
export const maxRows = 50;

const cell = wholeMinutes(0, maxMinutes).optional();
/** The description of a day's time; left out: it stays. */
const text = requiredText(5000).optional();
const row = z.strictObject({
  projectId: id,
  shown: z.string().regex(/^\d{0,3}(,\d{0,3}){6}$/),
  ...{ mon: cell, tue: cell, wed: cell, thu: cell, fri: cell, sat: cell, sun: cell },
  ...{
    monText: text,
    tueText: text,
    wedText: text,
    thuText: text,
    friText: text,
    satText: text,
    sunText: text,
  },
});

/** The minutes of a row's days that a page showed, as its field `shown` has them: `90,,,,,,`. */
export const shownText = (minutes: readonly (number | null)[]): string => minutes.join(',');

/** Reads what `shownText` wrote. */
export const shownMinutes = (text: string): (number | null)[] =>
  text.split(',').map(minutes => (minutes === '' ? null : Number(minutes)));

const memberId = hiddenInput(id.optional());

export const saveWeek = action({
  name: 'time.save-week',
  button: 'Save week',
  only: 'console',
  input: z.strictObject({
    memberId,
    week: hiddenInput(day),
    rows: field(z.array(row).max(maxRows).default([]), 'the time of a project on each day', '<json>', {
      label: 'Row',
    }),
  }),
  prepare: async ({ rows }) => ({
    rows: JSON.stringify(
      rows.map(({ projectId, shown, ...cells }) => ({
        projectId,
        minutes: weekdays.map(name => cells[name] ?? null),
        descriptions: weekdays.map(name => cells[`${name}Text`] ?? null),
        shown: shownMinutes(shown),
      })),
    ),
  }),
  sqlCall: `save_week(p_workspace => begun.workspace_id, p_by => begun.member_id, p_member => :memberId, p_week => :week,
    p_rows => :rows)`,
  answer: memberAnswer,
  done: 'Week saved.',
  auditEntries: { 'time.logged': 'logged time' },
});

export const setWeeklyHours = action({
  name: 'member.set-weekly-hours',
  button: 'Save hours',
  only: 'console',
  input: z.strictObject({
    memberId,
    hoursHundredths: field(
      clearable(integer(100, 16_800)),
      'how long you mean to work, to see what is left of it',
      '<n>',
      { label: 'Hours a week' },
    ),
  }),
  prepare: async ({ hoursHundredths }) => ({
    minutes: hoursHundredths == null ? null : Math.round((hoursHundredths * 60) / 100),
  }),
  sqlCall: `set_weekly_minutes(p_workspace => begun.workspace_id, p_by => begun.member_id, p_member => :memberId,
    p_minutes => :minutes)`,
  answer: memberAnswer,
  done: 'Hours saved.',
  auditEntries: { 'member.weekly_hours_set': 'set the weekly hours of a member' },
});
