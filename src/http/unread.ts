import type { ByteBudget, Reader } from '../concurrency/byteBudget.ts';

/** How many unread bytes of a connection count for nothing: that many on every connection are not much. */
const freeBytes = 4_096;

/**
 * Returns a function that takes the number of bytes which a connection has received and which are not parsed yet, such
 * as a body that waits until its request is admitted. Node reads 64 KB of a socket at a time, wanted or not. `group`
 * says whose bytes they are. `giveWay` is called if others need their memory: then none of them may be kept.
 */
export function countingUnread(
  budget: ByteBudget,
  group: () => string,
  giveWay: () => void,
): (bytes: number) => void {
  let reader: Reader | undefined;
  const begin = () => {
    reader = budget.open(group());
    reader.signal.addEventListener('abort', () => {
      reader = undefined;
      giveWay();
    });
    return reader;
  };
  return bytes => {
    if (bytes > freeBytes) (reader ?? begin()).tryHold(bytes);
    else if (reader) {
      budget.close(reader);
      reader = undefined;
    }
  };
}
