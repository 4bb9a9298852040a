import { sql } from 'slonik';
import { z } from 'zod';
import { json } from '../records/columns.ts';
import { TimeEntry } from '../records/work.ts';
import { caller, write } from './define.ts';
import { asUuid, day, integer, optionalText, recordId } from './input.ts';

const record = json(TimeEntry, 't');

export const logTime = write({
  name: 'logTime',
  title: 'Log time',
  description:
    'Logs time worked on a project, in whole minutes, at most 960 (16 hours) an entry. Billable and dated today (UTC) unless said otherwise.',
  path: '/projects/:id/time',
  scope: 'write:time',
  refuses: ['not_found'],
  input: z.strictObject({
    id: recordId,
    minutes: integer(1, 960),
    date: day.optional(),
    description: optionalText(5000),
    billable: z.boolean().default(true),
  }),
  output: z.strictObject({ timeEntry: TimeEntry, url: z.string() }),
  does: ({ id, minutes, date = null, description = null, billable }) => sql.fragment`
    select ${record} as "timeEntry", '/projects/' || t.project_id || '?tab=time' as url
    from corkboard.log_time(${caller}, ${asUuid(id)}, ${minutes}, ${date}, ${description}, ${billable}) t`,
});
