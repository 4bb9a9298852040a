/**
 * The records that callers create: their table, the column that contains the marker, and the action in the audit log.
 */
export const records = [
  { operation: 'createClient', table: 'clients', marker: 'name', action: `'client.created'` },
  { operation: 'createProject', table: 'projects', marker: 'name', action: `'project.created'` },
  { operation: 'logRevision', table: 'revisions', marker: 'description', action: `'revision.logged'` },
  { operation: 'logTime', table: 'time_entries', marker: 'description', action: `'time.logged'` },
  { operation: 'addNote', table: 'notes', marker: 'body', action: `'note.added'` },
  { operation: 'draftInvoice', table: 'invoices', marker: 'po_number', action: `kind || '.drafted'` },
];

/** SQL for all records created through the API. A scope has one row for each version, always with the same marker. */
export const made = [
  ...records.map(
    ({ table, marker, action }) =>
      `select workspace_id, id, ${marker} as marker, ${action} as action, created_via as via from corkboard.${table}`,
  ),
  `select workspace_id, id, timeline, 'scope.drafted', null from corkboard.scopes, generate_series(1, version)`,
].join('\nunion all ');
