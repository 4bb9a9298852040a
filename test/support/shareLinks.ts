import type { World } from './world.ts';

/** The paths of the links of a project, as they are now. */
export async function shareLinks(
  { sql }: Pick<World, 'sql'>,
  projectId: string,
): Promise<Record<'intake' | 'scope' | 'contract', string>> {
  const [links] = await sql(
    `select '/intake/' || i.token as intake, '/scope/' || s.share_token as scope, '/contract/' || p.contract_token as contract
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
  (await sql(`select '/invoice/' || share_token as link from corkboard.invoices where id = $1`, id))[0].link;
