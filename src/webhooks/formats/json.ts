import type { Delivery } from '../delivery.ts';

/**
 * The compact envelope (spec: Envelope). It contains the data as stored: parsed and serialized again, its bytes could differ
 * from those of an earlier attempt.
 */
export function json({ id, event, createdAt, workspaceId, data }: Delivery): string {
  const head = JSON.stringify({ id, event, createdAt, workspaceId });
  return `${head.slice(0, -1)},"data":${data}}`;
}
