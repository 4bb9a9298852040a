import { z } from 'zod';
import { maxMinutes } from '../operations/logTime.ts';
import { fieldsOf, json } from '../records/columns.ts';
import { TimeEntry } from '../records/work.ts';
import { wholeMinutes } from '../vocabulary/fields.ts';
import { id } from '../vocabulary/id.ts';
import { optionalText } from '../vocabulary/text.ts';
import { action, columns, field, hiddenInput } from './define.ts';

// A member's own timer. Only in the console: the operator's command acts for no member. Only the time entries are audited.

const own = { only: 'console', passesMember: true, auditEntries: {} } as const;

const shown = hiddenInput(id.optional());

export const startTimer = action({
  ...own,
  on: 'project',
  name: 'timer.start',
  button: 'Start timer',
  answer: columns<{ loggedId: string | null }>('r.logged_id as "loggedId"'),
  done: {
    sentences: {
      started: 'Timer started.',
      switched: 'Timer started. The timer on the other project was stopped, and its time logged.',
    },
    of: ({ loggedId }) => (loggedId === null ? 'started' : 'switched'),
  },
});

const timerAnswer = 'r.project_id as "projectId"';

export const pauseTimer = action({
  ...own,
  name: 'timer.pause',
  button: 'Pause',
  answer: timerAnswer,
  done: 'Timer paused.',
});

export const resumeTimer = action({
  ...own,
  name: 'timer.resume',
  button: 'Resume',
  answer: timerAnswer,
  done: 'The timer is running again.',
});

export const stopTimer = action({
  ...own,
  name: 'timer.stop',
  button: 'Stop and log time',
  input: z.strictObject({
    description: field(optionalText(5000), 'what was done', '<t>'),
    minutes: field(
      wholeMinutes(1, maxMinutes).optional(),
      'leave blank for the counted time, rounded up to a minute',
      '<n>',
      { label: 'Duration' },
    ),
    billable: field(z.boolean().default(true), 'whether the client pays for the time', '<true|false>'),
    shown,
  }),
  answer: `${json(fieldsOf(TimeEntry))} as entry`,
  done: 'Timer stopped.',
});

export const discardTimer = action({
  ...own,
  name: 'timer.discard',
  button: 'Discard timer',
  irreversible: 'The counted time is lost, and nothing is logged.',
  input: z.strictObject({ shown }),
  answer: timerAnswer,
  done: 'Timer discarded.',
});
