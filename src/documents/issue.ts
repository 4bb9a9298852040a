import { Deadline } from '../concurrency/deadline.ts';
import { LimitedProcess } from '../concurrency/limited/limitedProcess.ts';
import { FairSemaphore } from '../concurrency/semaphore.ts';
import { LimitExceeded, Overload } from '../errors/serviceError.ts';
import { log } from '../log.ts';
import type { DocumentView } from './documentView.ts';
import type { FilesToMake, MadeFiles } from './render/makeFiles.ts';

/** A document that a job makes files of. */
export interface DocumentToMake extends Omit<FilesToMake, 'view'> {
  view: () => DocumentView;
}

/**
 * The process that renders documents. A document takes some 0.2 s. Two tries, with the logo and without it, take less time than
 * after which a worker counts as stuck (src/jobs/heartbeat.ts).
 */
export const renderer = new LimitedProcess<FilesToMake, MadeFiles>(
  new URL('./render/child.ts', import.meta.url),
  {
    ms: 12_000,
    megabytes: 600,
    keptMegabytes: 300,
    idleMs: 60_000,
  },
);

type Renderer = Pick<typeof renderer, 'run'>;

/** How long a document waits for its turn, in ms. */
const waitMs = 60_000;
/** The shares of a worker's jobs that may be waiting documents: those of one key, and all. */
const [ofKey, ofAll] = [1 / 10, 1 / 2];
const turns = new FairSemaphore(Number.POSITIVE_INFINITY);

/**
 * Runs a task that issues a document when it is its turn: one at a time, and one of each key in turn, so that a workspace with
 * many documents doesn't hold up the others. A workspace has a key for checks before Send and another for its other documents.
 * `busy`: it waited too long, or documents would take too many of the `jobs` that the worker runs at once, and the task has not
 * started.
 */
export async function inTurn<Result>(
  key: string,
  jobs: number,
  task: () => Promise<Result>,
): Promise<Result | 'busy'> {
  const waiting = turns.waitingFor(key);
  if (waiting >= Math.max(1, jobs * ofKey) || (waiting > 0 && turns.waiting >= jobs * ofAll)) return 'busy';
  let isStarted = false;
  const start = () => {
    isStarted = true;
    return task();
  };
  try {
    return await turns.run(key, new Deadline(waitMs), start);
  } catch (error) {
    if (error instanceof Overload && !isStarted) return 'busy';
    throw error;
  }
}

/**
 * Makes the files of a document, in a process of its own: inTurn. The same content gives the same files. Throws LimitExceeded, or
 * an error if a template is wrong.
 */
export async function issue(
  { view, ...document }: DocumentToMake,
  by: Renderer = renderer,
): Promise<MadeFiles> {
  const made = await withOrWithoutLogo({ ...document, view: view() }, by);
  const { pdfProblem, logoProblem } = made;
  if (pdfProblem !== null && document.kind !== 'check')
    log.warn({ kind: document.kind, problem: pdfProblem }, 'a document was rendered with a problem');
  const problems = [logoProblem, made.problem].filter(one => one !== null);
  return { ...made, problem: problems.length === 0 ? null : problems.join(' ') };
}

/** A document whose logo can't be drawn is issued without it, because sending the invoice can't wait for another logo. */
async function withOrWithoutLogo(document: FilesToMake, by: Renderer): Promise<MadeFiles> {
  try {
    return await by.run(document);
  } catch (error) {
    if (document.logo === null || !(error instanceof LimitExceeded)) throw error;
    const made = await by.run({ ...document, logo: null });
    return { ...made, logoProblem: `Its PDF has no logo. ${error.message}` };
  }
}
