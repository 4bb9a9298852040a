import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Deadline } from '../../concurrency/deadline.ts';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { log } from '../../log.ts';
import type { DocumentView } from '../documentView.ts';

/** The kinds of documents. */
export const documentKinds = [
  'invoice',
  'estimate',
  'scope',
  'contract',
  'change_order',
  'statement',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The logo of the sender, as it was uploaded. */
export interface LogoImage {
  mediaType: string;
  bytes: Uint8Array;
}

/** What the thread gets. */
export interface Rendering {
  kind: DocumentKind;
  /** What the template of the kind shows. */
  view: DocumentView;
  logo: LogoImage | null;
  /** The time that the file names as that of its creation. */
  issuedAt: Date;
}

/** What the thread answers. */
export interface Rendered {
  bytes: Uint8Array;
  /** Why the file is less than it should be. */
  problem: string | null;
}

/** How long a document may take, in ms. The longest ones take a second. */
const limitMs = 15_000;
/** How long a document waits for those before it, in ms. Its job is tried again later. */
const waitMs = 60_000;

let thread: Worker | undefined;
const turns = new Semaphore(1);

/**
 * Renders a document as PDF/A-3a, tagged. The same input gives the same bytes. The first document starts a thread, which
 * stays; it is replaced if it dies or takes too long. One document is rendered at a time. Throws Overload, or an error if
 * the template is wrong.
 */
export async function renderPdf(rendering: Rendering): Promise<Uint8Array> {
  const { bytes, problem } = await turns.run(new Deadline(waitMs), () => renderInThread(rendering));
  if (problem !== null) log.warn({ kind: rendering.kind, problem }, 'a document was rendered with a problem');
  return bytes;
}

async function renderInThread(rendering: Rendering): Promise<Rendered> {
  thread ??= startThread();
  const running = thread;
  running.ref();
  const timeout = AbortSignal.timeout(limitMs);
  try {
    running.postMessage(rendering);
    const [answer] = (await once(running, 'message', { signal: timeout })) as [Rendered | { error: string }];
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  } catch (error) {
    if (!timeout.aborted) throw error;
    stopThread(running);
    throw new Error(`A document of kind ${rendering.kind} took longer than ${limitMs} ms to render.`);
  } finally {
    // An idle thread keeps no process from ending.
    running.unref();
  }
}

function startThread(): Worker {
  const started = new Worker(new URL('./thread.ts', import.meta.url));
  // Also without a document that waits: an error without a listener would end the process.
  started.on('error', error => {
    log.error({ err: error }, 'the thread that renders documents failed');
    stopThread(started);
  });
  started.on('exit', () => stopThread(started));
  return started;
}

function stopThread(stopped: Worker): void {
  if (thread === stopped) thread = undefined;
  void stopped.terminate();
}
