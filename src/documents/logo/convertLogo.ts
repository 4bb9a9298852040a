import { fileURLToPath } from 'node:url';
import { Deadline } from '../../concurrency/deadline.ts';
import { LimitedProcess } from '../../concurrency/limited/limitedProcess.ts';
import { FairSemaphore } from '../../concurrency/semaphore.ts';
import { LimitExceeded, Overload } from '../../errors/serviceError.ts';
import { maxLogoBytes } from './limits.ts';
import type { Converted } from './toPng.ts';

/**
 * The process that converts logos. Most images take 10 to 500 ms, and the largest that is allowed 450 MB for a moment. It ends
 * soon, because logos are rarely uploaded.
 */
const converter = new LimitedProcess<Uint8Array, Converted>(
  new URL('./child.ts', import.meta.url),
  { ms: 6_000, megabytes: 600, keptMegabytes: 150, idleMs: 10_000 },
  // The machine may have no fonts, and letters of an SVG image would be left out.
  { FONTCONFIG_FILE: fileURLToPath(new URL('./fonts.conf', import.meta.url)) },
);

/** How long an image waits for those before it, in ms. */
const waitMs = 15_000;
/** How many images of a workspace wait in a process. */
const maxWaiting = 5;
const turns = new FairSemaphore(maxWaiting);

/** The bytes that PNG and JPEG images begin with. SVG images, which are text, begin with a tag. */
const beginnings = ['89504e470d0a1a0a', 'ffd8ff'].map(hex => Buffer.from(hex, 'hex'));
const lookedAt = 200;

function canBeImage(bytes: Buffer): boolean {
  const start = bytes.subarray(0, lookedAt);
  return beginnings.some(one => start.indexOf(one) === 0) || start.toString().trimStart().startsWith('<');
}

/**
 * Converts an image of a workspace to the PNG that its documents show, or says which rule the image breaks. Looks only at
 * its first bytes and its length here, and hands it to a process with limits; one image at a time, each workspace in turn.
 */
export async function convertLogo(
  workspaceId: string,
  bytes: Buffer,
  by: Pick<typeof converter, 'run'> = converter,
): Promise<Converted> {
  if (bytes.length > maxLogoBytes) return { rule: 'must be at most 200 KB' };
  if (!canBeImage(bytes)) return { rule: 'must be a PNG, JPEG or SVG image' };
  try {
    return await turns.run(workspaceId, new Deadline(waitMs), () => by.run(bytes));
  } catch (error) {
    if (error instanceof LimitExceeded)
      return { rule: 'must be a simpler image: this one takes too long to draw' };
    if (error instanceof Overload) return { rule: 'can’t be looked at just now: try again in a minute' };
    throw error;
  }
}
