import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { prepared, sql } from '../database/pool.ts';
import type { CommonQueryMethods } from '../database/sql.ts';
import { log } from '../log.ts';
import { json } from '../records/fragments.ts';
import { RevisionClassification } from '../records/work.ts';
import { type Reason, reasons } from './reasons.ts';

/** How often a waiting request looks for the verdict, in ms: each look is one look-up by primary key, and models take far longer. */
const lookMs = 150;

const Sight = z.object({
  classification: RevisionClassification.nullable(),
  unclassified: z.enum(Object.keys(reasons) as [Reason, ...Reason[]]).nullable(),
  remainingMs: z.number(),
});

const record = json(RevisionClassification, 'r', {
  reason: sql.fragment`r.verdict_reason`,
  question: sql.fragment`r.verdict_question`,
});

const look = (workspaceId: string, revisionId: string) =>
  prepared(sql.type(Sight)`
    select
      case when r.verdict is not null then ${record} end as classification,
      r.unclassified,
      ceil(1000 * extract(epoch from r.logged_at + corkboard.classification_timeout() - clock_timestamp()))::float
        as "remainingMs"
    from corkboard.revision_classification(${workspaceId}, ${revisionId}) r`);

/** The fields of an answer that tell the verdict, or why there is none. */
type VerdictOrReason =
  | { classification: z.infer<typeof RevisionClassification>; classificationUnavailable: null }
  | { classification: null; classificationUnavailable: string };

const without = (reason: Reason): VerdictOrReason => ({
  classification: null,
  classificationUnavailable: reasons[reason],
});

/**
 * Waits for the verdict on a revision, until 15 seconds after the revision was logged by the database's clock; so a
 * retry waits no longer than the first request. Holds no connection meanwhile. Never throws: the revision is written,
 * so a database that goes away now only means that no verdict came in time.
 */
export async function awaitVerdict(
  database: Pick<CommonQueryMethods, 'one'>,
  workspaceId: string,
  revisionId: string,
): Promise<VerdictOrReason> {
  try {
    for (;;) {
      const { classification, unclassified, remainingMs } = await database.one(look(workspaceId, revisionId));
      if (classification !== null) return { classification, classificationUnavailable: null };
      if (unclassified !== null) return without(unclassified);
      if (remainingMs <= 0) return without('late');
      await pause(Math.min(lookMs, remainingMs));
    }
  } catch (error) {
    log.warn({ err: error, revisionId }, 'could not look for a verdict');
    return without('late');
  }
}
