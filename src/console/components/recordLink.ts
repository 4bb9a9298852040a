import { recordPage } from '../../records/recordPage.ts';
import { html, type Value } from '../html/html.ts';
import type { DeliveryRow } from '../queries/deliveries.ts';

/** A link to the record of a delivery's event, with its number or name; null if there is no record. */
export function recordLink(row: Pick<DeliveryRow, 'event' | 'record' | 'recordIds'>): Value {
  const page = recordPage(row.event, row.recordIds);
  return page === null ? row.record : html`<a href="${page}">${row.record}</a>`;
}
