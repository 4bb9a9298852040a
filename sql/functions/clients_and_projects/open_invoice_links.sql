-- The sums change with each invoice that is sent, paid, voided or gets a late fee, and there are few of them.
create or replace function corkboard.open_invoice_links(p_workspace uuid, p_client uuid, p_project uuid)
returns table (count bigint, numbers text[], sha256 text)
language plpgsql stable
rows 1
as $$
declare
  c_max constant integer := 10;
  v_projects constant uuid[] := array(
    select p.id from corkboard.projects p
     where p.workspace_id = p_workspace and (p.id = p_project or p.client_id = p_client) and p.trashed_at is null);
begin
  return query
    select coalesce(sum(s.invoices), 0)::bigint,
           array(
             select i.number from corkboard.invoices i
              where i.workspace_id = p_workspace and i.project_id = any (v_projects) and i.kind = 'invoice' and i.status = 'SENT'
              order by i.created_at desc, i.id desc limit c_max),
           encode(sha256(convert_to(coalesce(string_agg(
             concat_ws(' ', s.project_id, s.currency, s.invoices, s.total_cents, s.part_paid_cents), ',' order by s.project_id, s.currency), ''),
             'UTF8')), 'hex')
      from corkboard.project_invoice_sums s
     where s.workspace_id = p_workspace and s.project_id = any (v_projects) and s.kind = 'invoice' and s.status = 'SENT'
       and s.invoices > 0;
end
$$;
comment on function corkboard.open_invoice_links(uuid, uuid, uuid) is
  'The sent invoices of a client or of a project that aren''t paid, of which the links stop working in the trash: how many, the numbers of the newest ten, and a SHA-256 that changes with them.';
