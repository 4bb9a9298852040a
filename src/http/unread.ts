import type { BodyReader, ByteBudget } from '../concurrency/byteBudget.ts';

/** How many unread bytes of a connection aren't counted, because they are few even on all connections together. */
const freeBytes = 4_096;

/**
 * Returns a function that is called with the number of bytes that a connection has received and not parsed yet, such as
 * a body that waits until its request is admitted. Node reads 64 KB of a socket at a time. `group` returns the group
 * that holds the bytes. `giveWay` is called if other groups need the memory: then the bytes must be dropped.
 */
export function countingUnread(
  budget: ByteBudget,
  group: () => string,
  giveWay: () => void,
): (bytes: number) => void {
  let reader: BodyReader | undefined;
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
