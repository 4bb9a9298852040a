import { Deadline } from '../concurrency/deadline.ts';
import { LimitedProcess } from '../concurrency/limited/limitedProcess.ts';
import { FairSemaphore } from '../concurrency/semaphore.ts';
import { LimitExceeded } from '../errors/serviceError.ts';
import { log } from '../log.ts';
import type { IssuedFiles } from './documentFile.ts';
import type { DocumentView } from './documentView.ts';
import type { FilesToMake, MadeFiles } from './render/makeFiles.ts';

/** A document that a job makes files of. */
export interface DocumentToMake extends Omit<FilesToMake, 'view'> {
  view: () => DocumentView;
}

/**
 * The process that renders documents. A document takes some 0.2 s and 100 MB; two tries, with the logo and without it, take
 * less time than after which a worker counts as stuck (src/jobs/heartbeat.ts).
 */
export const renderer = new LimitedProcess<FilesToMake, MadeFiles>(
  new URL('./render/child.ts', import.meta.url),
  {
    ms: 12_000,
    megabytes: 600,
    keptMegabytes: 200,
    idleMs: 60_000,
  },
);

/** How long a document waits for its turn, in ms. */
const waitMs = 60_000;
/** How many documents of a workspace wait in a worker. */
const maxWaiting = 100;
const turns = new FairSemaphore(maxWaiting);

/**
 * Runs a task that issues a document when it is its workspace's turn: one at a time, and one of each workspace in turn, so that
 * a workspace with many documents doesn't hold up the others. Throws Overload if that takes too long, or if too many wait.
 */
export const inTurn = <Result>(workspaceId: string, task: () => Promise<Result>): Promise<Result> =>
  turns.run(workspaceId, new Deadline(waitMs), task);

/**
 * Makes the files of a document, in a process of its own: inTurn. The same content gives the same files. Throws
 * LimitExceeded, or an error if a template is wrong.
 */
export async function issue({ view, ...document }: DocumentToMake): Promise<IssuedFiles> {
  const { pdfProblem, ...made } = await withOrWithoutLogo({ ...document, view: view() });
  if (pdfProblem !== null)
    log.warn({ kind: document.kind, problem: pdfProblem }, 'a document was rendered with a problem');
  return made;
}

/** A document whose logo takes too long to draw is issued without it, because sending the invoice can't wait for another logo. */
async function withOrWithoutLogo(document: FilesToMake): Promise<MadeFiles> {
  try {
    return await renderer.run(document);
  } catch (error) {
    if (document.logo === null || !(error instanceof LimitExceeded)) throw error;
    const made = await renderer.run({ ...document, logo: null });
    const problem = `Its PDF has no logo: the logo could not be drawn. ${error.message}`;
    return {
      ...made,
      problem: [problem, ...(made.problem ? [made.problem] : [])].join(' '),
      pdfProblem: problem,
    };
  }
}
