import { z } from 'zod';
import { sql } from '../database/sql.ts';
import { json, workspaceId } from '../records/fragments.ts';
import { TimeEntry } from '../records/work.ts';
import { day, wholeMinutes } from '../vocabulary/fields.ts';
import { asUuid } from '../vocabulary/id.ts';
import { optionalText } from '../vocabulary/text.ts';
import { appPath, projectId } from './common.ts';
import { callerRow, write } from './define.ts';
import { fieldChanges, type ProjectState, projectChanges, projectState } from './replay.ts';

const record = json(TimeEntry, 't');

type Entry = z.infer<typeof TimeEntry>;

/** The longest time of an entry, in minutes. */
export const maxMinutes = 960;

/** Without a date, the same call means another day after midnight, but it still counts as the same call. */
const anotherVisit = (date: string, today: string) => [
  ...(date === today ? [] : [`That entry is dated ${date}, and today is ${today} (UTC).`]),
  'To record another visit, give a date or change the description.',
];

export const logTime = write({
  name: 'logTime',
  title: 'Log time',
  description:
    'Logs time worked on a project on one day; call it once for each day. An entry cannot be changed or removed here, and is marked as billed in the app only.',
  path: '/projects/:id/time',
  scope: 'write:time',
  rejects: ['not_found'],
  input: z.strictObject({
    id: projectId,
    minutes: wholeMinutes(1, maxMinutes).describe('90 is an hour and a half, 960 is 16 hours.'),
    date: day.optional().describe('The day worked, YYYY-MM-DD. Defaults to today in UTC.'),
    description: optionalText(5000).describe('What was done.'),
    billable: z.boolean().default(true).describe('Whether the client pays for the time.'),
  }),
  example: { minutes: 90, description: 'Shop templates' },
  output: z.strictObject({ timeEntry: TimeEntry, url: appPath }),
  sqlCall: ({ id, minutes, date = null, description = null, billable }) => sql.fragment`
    select ${record} as "timeEntry", '/projects/' || t.project_id || '?tab=time' as url
    from corkboard.log_time(${callerRow}, ${asUuid(id)}, ${minutes}, ${date}, ${description}, ${billable}) t`,
  replay: {
    noun: 'time entry',
    smallestChange: 'another description is',
    now: ({ answer }) => sql.fragment`
      select ${record} as "timeEntry", ${projectState(sql.fragment`t.project_id`)} as project
      from corkboard.time_entries t where t.workspace_id = ${workspaceId} and t.id = ${answer.timeEntry.id}`,
    changes: ({ input, answer }, now: { timeEntry: Entry; project: ProjectState }, today) => [
      ...fieldChanges('time entry', answer.timeEntry, now.timeEntry),
      ...projectChanges(now.project),
      ...(input.date === undefined ? anotherVisit(answer.timeEntry.date, today) : []),
    ],
  },
});
