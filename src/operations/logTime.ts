import { sql } from 'slonik';
import { z } from 'zod';
import { json } from '../records/fragments.ts';
import { TimeEntry } from '../records/work.ts';
import { day, integer } from '../vocabulary/fields.ts';
import { asUuid, recordId } from '../vocabulary/id.ts';
import { optionalText } from '../vocabulary/text.ts';
import { callerRow, write } from './define.ts';

const record = json(TimeEntry, 't');

export const logTime = write({
  name: 'logTime',
  title: 'Log time',
  description:
    'Logs time worked on a project, in whole minutes, at most 960 (16 hours) an entry. Billable and dated today (UTC) unless said otherwise. An entry cannot be changed or removed here.',
  path: '/projects/:id/time',
  scope: 'write:time',
  refuses: ['not_found'],
  input: z.strictObject({
    id: recordId.describe('Of the project.'),
    minutes: integer(1, 960).describe('Whole minutes: 90 is an hour and a half.'),
    date: day.optional().describe('The day worked. Today (UTC) if left out.'),
    description: optionalText(5000).describe('What was done.'),
    billable: z.boolean().default(true).describe('Whether the client pays for it.'),
  }),
  example: { minutes: 90, description: 'Shop templates' },
  output: z.strictObject({ timeEntry: TimeEntry, url: z.string() }),
  does: ({ id, minutes, date = null, description = null, billable }) => sql.fragment`
    select ${record} as "timeEntry", '/projects/' || t.project_id || '?tab=time' as url
    from corkboard.log_time(${callerRow}, ${asUuid(id)}, ${minutes}, ${date}, ${description}, ${billable}) t`,
});
