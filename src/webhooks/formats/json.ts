import type { Delivery } from '../delivery.ts';

/**
 * The compact envelope. It contains the data as stored, because parsing and serializing it again could change its bytes
 * between attempts.
 */
export function json({ id, event, createdAt, workspaceId, data }: Delivery): string {
  const head = JSON.stringify({ id, event, createdAt, workspaceId });
  return `${head.slice(0, -1)},"data":${data}}`;
}
