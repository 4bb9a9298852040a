import type { JobHelpers } from 'graphile-worker';
import { call, firstRow } from '../database/call.ts';
import { RemoteError } from '../errors/serviceError.ts';
import { log } from '../log.ts';
import { ask } from './ask.ts';
import type { Endpoint } from './post.ts';
import type { Reason } from './reasons.ts';
import type { Classification } from './verdict.ts';

/**
 * How long the endpoint has for a verdict, in ms: longer than a request waits, as a late verdict is kept too; short
 * enough to free the worker's place soon.
 */
const limitMs = 30_000;

type Helpers = Pick<JobHelpers, 'query' | 'abortSignal'>;

/** The result of a try: a verdict, or why there is none, with the cause for the operator. */
type Finding = Classification | { reason: Reason; cause: string };

/**
 * Gets the verdict on a revision from the endpoint and keeps it, or keeps why there is none. Throws RemoteError where trying
 * again later may help: a verdict then takes the reason's place.
 */
export async function classify(
  endpoint: Endpoint | undefined,
  workspaceId: string,
  revisionId: string,
  helpers: Helpers,
): Promise<void> {
  const keep = (finding: Finding) => store(helpers, workspaceId, revisionId, finding);
  type ClassificationRequest = { subject: unknown; unclassifiable: Reason | null };
  const asked = await firstRow<ClassificationRequest>(
    helpers,
    'revision_to_classify',
    workspaceId,
    revisionId,
  );
  if (asked === undefined) return;
  const { subject, unclassifiable } = asked;
  const { abortSignal } = helpers;
  if (unclassifiable !== null) {
    return keep({ reason: unclassifiable, cause: 'turned off since it was asked for' });
  }
  try {
    await keep(await judge(endpoint, subject, abortSignal));
  } catch (error) {
    // A worker that stops has not learned anything about the endpoint: the next one tries.
    if (error instanceof RemoteError && !abortSignal.aborted) {
      await keep({ reason: 'unusable', cause: error.message });
    }
    throw error;
  }
}

async function judge(
  endpoint: Endpoint | undefined,
  subject: unknown,
  stopping: AbortSignal,
): Promise<Finding> {
  if (endpoint === undefined) {
    return {
      reason: 'not_configured',
      cause: 'AI_BASE_URL and AI_MODEL are set for web but not for this worker',
    };
  }
  const verdict = await ask(endpoint, subject, AbortSignal.any([stopping, AbortSignal.timeout(limitMs)]));
  return verdict ?? { reason: 'unusable', cause: 'the endpoint answered with something that is no verdict' };
}

async function store(
  helpers: Helpers,
  workspaceId: string,
  revisionId: string,
  finding: Finding,
): Promise<void> {
  const classified = 'verdict' in finding;
  if (!classified) log.warn({ revisionId, cause: finding.cause }, 'a revision was not classified');
  const { verdict, reason, question } = classified ? finding : ({} as Partial<Classification>);
  const kept = [verdict, reason, question, classified ? null : finding.reason];
  await call(helpers, 'store_classification', workspaceId, revisionId, ...kept);
}
