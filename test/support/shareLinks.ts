import type { World } from './world.ts';

type Db = Pick<World, 'sql'>;

/** Where the token of a page's link is: its column, the table, and the column with the id that finds it. */
const places = {
  intake: ['token', 'intakes', 'project_id'],
  scope: ['share_token', 'scopes', 'project_id'],
  contract: ['contract_token', 'projects', 'id'],
  'change-order': ['share_token', 'change_order_proposals', 'id'],
  invoice: ['share_token', 'invoices', 'id'],
  inquiry: ['token', 'inquiry_forms', 'workspace_id'],
  portal: ['token', 'client_portals', 'client_id'],
  statement: ['token', 'client_portals', 'client_id'],
} as const;

/** The path of the link to a page, as it is now. */
async function link({ sql }: Db, page: keyof typeof places, id: string): Promise<string> {
  const [token, table, key] = places[page];
  const path = `'/${page}/' || ${token} || corkboard.secret_suffix(workspace_id)`;
  const [found] = await sql(`select ${path} as path from corkboard.${table} where ${key} = $1`, id);
  return found.path;
}

/** The paths of the links of a project, as they are now. */
export const shareLinks = async (w: Db, projectId: string) => ({
  intake: await link(w, 'intake', projectId),
  scope: await link(w, 'scope', projectId),
  contract: await link(w, 'contract', projectId),
});

export const invoiceLink = (w: Db, id: string) => link(w, 'invoice', id);

/** The path of the link of a change order, by its proposal. */
export const changeOrderLink = (w: Db, id: string) => link(w, 'change-order', id);

export const inquiryLink = (w: Db, workspaceId: string) => link(w, 'inquiry', workspaceId);

/** The paths of the links of a client, as they are now. */
export const portalLinks = async (w: Db, clientId: string) => ({
  portal: await link(w, 'portal', clientId),
  statement: await link(w, 'statement', clientId),
});
