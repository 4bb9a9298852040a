import test from 'ava';
import { logger } from '../../src/jobs/logger.ts';
import { log } from '../../src/log.ts';

test('the log line of a failed job has its id and the error, and nothing from its payload', t => {
  const written: unknown[] = [];
  const { error } = log;
  log.error = ((...line: unknown[]) => void written.push(line)) as typeof error;
  t.teardown(() => {
    log.error = error;
  });
  const failed = new Error('not this time');
  const job = { id: '7', payload: { note: 'private' }, task_identifier: 'attempt_delivery' };
  logger.error('Failed to complete jobs', { fatalError: failed, jobs: [job] });
  logger.error(`Failed a job with error 'private':\n  Error: private`, { error: failed, job });
  logger.error('Failed otherwise');
  t.deepEqual(written, [
    [{ err: failed, jobs: ['7'] }, 'Failed to complete jobs'],
    [{ err: failed, jobs: ['7'] }, 'Failed a job'],
    [{ err: undefined, jobs: [] }, 'Failed otherwise'],
  ]);
});
