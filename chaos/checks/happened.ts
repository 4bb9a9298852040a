/** The records that must have emitted an event: the kind of event, and the field of its data with the record's id. */
const kinds = [
  { event: 'client.created', field: 'clientId', from: 'select workspace_id, id from corkboard.clients' },
  { event: 'revision.logged', field: 'revisionId', from: 'select workspace_id, id from corkboard.revisions' },
  {
    event: 'invoice.sent',
    field: 'invoiceId',
    from: 'select workspace_id, id from corkboard.invoices where sent_at is not null',
  },
  {
    event: 'invoice.paid',
    field: 'invoiceId',
    from: 'select workspace_id, id from corkboard.invoices where paid_at is not null',
  },
  {
    event: 'invoice.viewed',
    field: 'invoiceId',
    from: 'select workspace_id, id from corkboard.invoices where viewed_at is not null',
  },
  {
    event: 'intake.submitted',
    field: 'projectId',
    from: 'select workspace_id, project_id from corkboard.intakes where submitted_at is not null',
  },
  {
    event: 'scope.approved',
    field: 'projectId',
    from: 'select workspace_id, project_id from corkboard.scopes where approved_at is not null',
  },
  {
    event: 'contract.signed',
    field: 'projectId',
    from: 'select workspace_id, project_id from corkboard.agreements',
  },
  {
    event: 'change_order.approved',
    field: 'changeOrderId',
    from: 'select workspace_id, id from corkboard.change_orders',
  },
];

/** The SQL of every event that must exist: its kind, the workspace and the id of its record. */
export const happened = kinds
  .map(
    ({ event, from }) =>
      `select '${event}' as event, workspace_id, id::text as subject from (${from}) r (workspace_id, id)`,
  )
  .join('\nunion all ');

const fields = kinds.map(({ event, field }) => `when '${event}' then '${field}'`).join(' ');
/** The SQL of the id of the record that a delivery is about. */
export const subject = (delivery: string) => `${delivery}.data ->> case ${delivery}.event ${fields} end`;
