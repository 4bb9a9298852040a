import type { World } from './world.ts';

/** The paths of the links of a project, as they are now. */
export async function shareLinks(
  { sql }: Pick<World, 'sql'>,
  projectId: string,
): Promise<Record<'intake' | 'scope' | 'contract', string>> {
  const [links] = await sql(
    `select '/intake/' || i.token || corkboard.secret_suffix(i.workspace_id) as intake, '/scope/' || s.share_token || corkboard.secret_suffix(s.workspace_id) as scope, '/contract/' || p.contract_token || corkboard.secret_suffix(p.workspace_id) as contract
       from corkboard.projects p
       join corkboard.intakes i on i.workspace_id = p.workspace_id and i.project_id = p.id
       join corkboard.scopes s on s.workspace_id = p.workspace_id and s.project_id = p.id
      where p.id = $1`,
    projectId,
  );
  return links;
}

/** The path of the link of an invoice, as it is now. */
export const invoiceLink = async ({ sql }: Pick<World, 'sql'>, id: string): Promise<string> =>
  (
    await sql(
      `select '/invoice/' || share_token || corkboard.secret_suffix(workspace_id) as link from corkboard.invoices where id = $1`,
      id,
    )
  )[0].link;

/** The path of the link of a change order, by its proposal, as it is now. */
export const changeOrderLink = async ({ sql }: Pick<World, 'sql'>, id: string): Promise<string> =>
  (
    await sql(
      `select '/change-order/' || share_token || corkboard.secret_suffix(workspace_id) as link
         from corkboard.change_order_proposals where id = $1`,
      id,
    )
  )[0].link;

/** The path of the inquiry form of a workspace, as it is now. */
export const inquiryLink = async ({ sql }: Pick<World, 'sql'>, workspaceId: string): Promise<string> =>
  (
    await sql(
      `select '/inquiry/' || token || corkboard.secret_suffix(workspace_id) as link from corkboard.inquiry_forms where workspace_id = $1`,
      workspaceId,
    )
  )[0].link;

/** The paths of the links of a client, as they are now. */
export const portalLinks = async (
  { sql }: Pick<World, 'sql'>,
  clientId: string,
): Promise<Record<'portal' | 'statement', string>> =>
  (
    await sql(
      `select '/portal/' || token || corkboard.secret_suffix(workspace_id) as portal, '/statement/' || token || corkboard.secret_suffix(workspace_id) as statement
         from corkboard.client_portals where client_id = $1`,
      clientId,
    )
  )[0];
