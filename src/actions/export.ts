import { json } from '../records/columns.ts';
import { action } from './define.ts';

export const startExport = action({
  name: 'export.start',
  button: 'Export workspace',
  role: 'owner',
  only: 'console',
  requiresRecentAuthentication: true,
  answer: `${json('id state requestedAt')} as export`,
  done: 'The export has begun.',
  auditEntries: { 'export.started': 'started an export of the workspace' },
});
