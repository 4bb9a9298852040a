-- The link itself authenticates its visitor, so this enters the workspace. All tokens are indexed. An invoice's link works
-- from SENT on, also once the invoice is VOID, and a change order's once it was sent. Everything that a link opens is found
-- here, so this is where a suspension is checked.
create or replace function corkboard.find_share_link(
  p_page text, p_token text, p_workspace uuid,
  out workspace_id uuid, out project_id uuid, out invoice_id uuid, out record_id uuid
)
returns setof record
language plpgsql
rows 1
security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  select l.workspace_id, l.project_id, l.invoice_id, l.record_id
    into find_share_link.workspace_id, find_share_link.project_id, find_share_link.invoice_id, find_share_link.record_id
    from (select i.workspace_id, i.project_id, null::uuid as invoice_id, null::uuid as record_id from corkboard.intakes i
           where p_page = 'intake' and i.token = p_token
             and i.workspace_id = p_workspace
          union all
          select s.workspace_id, s.project_id, null, null from corkboard.scopes s where p_page = 'scope' and s.share_token = p_token
             and s.workspace_id = p_workspace
          union all
          select c.workspace_id, c.id, null, null from corkboard.projects c where p_page = 'contract' and c.contract_token = p_token
             and c.workspace_id = p_workspace
          union all
          select i.workspace_id, i.project_id, i.id, i.id from corkboard.invoices i
           where p_page = 'invoice' and i.share_token = p_token and i.sent_at is not null
             and i.workspace_id = p_workspace
          union all
          select o.workspace_id, o.project_id, null, o.id from corkboard.change_order_proposals o
           where p_page = 'change-order' and o.share_token = p_token and o.sent_at is not null
             and o.workspace_id = p_workspace
          union all
          select c.workspace_id, null, null, c.id
            from corkboard.client_portals l
            join corkboard.clients c on c.workspace_id = p_workspace and c.id = l.client_id and c.trashed_at is null
           where p_page in ('portal', 'statement') and l.token = p_token and l.workspace_id = p_workspace
          union all
          select f.workspace_id, null, null, null from corkboard.inquiry_forms f
           where p_page = 'inquiry' and f.token = p_token and f.opened_at is not null
             and f.workspace_id = p_workspace) l
    left join corkboard.projects p on p.workspace_id = p_workspace and p.id = l.project_id and p.trashed_at is null
   where l.project_id is null or p.id is not null;
  if found then
    perform corkboard.enter_workspace(find_share_link.workspace_id);
    if exists (select 1 from corkboard.workspaces w where w.id = find_share_link.workspace_id and w.suspended_at is not null) then
      perform corkboard.deny_action('suspended', 'This page is not available.');
    end if;
    return next;
  end if;
end
$$;
comment on function corkboard.find_share_link(text, text, uuid) is
  'What a share link opens; p_page is intake, scope, contract, invoice, change-order, portal, statement or inquiry; portal and statement have the same tokens. record_id is the invoice, the proposal of the change order, or the client; all ids but the workspace''s are null for inquiry. No row if the link does not work: an unknown or renewed token, a trashed project or client, an invoice or change order that was never sent, an inquiry form that is off. Denies with suspended.';
