import { saveWeek } from '../../../actions/week.ts';
import type { Look } from '../../forms/fields.ts';
import { byAction } from '../../posts/byAction.ts';

const days = {
  ...{ mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday', thu: 'Thursday', fri: 'Friday' },
  ...{ sat: 'Saturday', sun: 'Sunday' },
};

/** Saves the cells of a week that a person changed. */
export const save = byAction(saveWeek, {
  path: '/time/save',
  looks: {
    rows: {
      hint: undefined,
      fields: {
        projectId: { label: 'Project', hidden: true, marksRow: true },
        shown: { hidden: true },
        ...Object.fromEntries(
          Object.entries(days).map(([name, label]): [string, Look] => [name, { label, kind: 'duration' }]),
        ),
      },
    },
  },
});
