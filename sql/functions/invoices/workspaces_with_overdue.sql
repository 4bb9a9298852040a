create or replace function corkboard.workspaces_with_overdue(p_workspaces uuid[], p_days date[]) returns setof uuid
language plpgsql stable
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
  v_workspace constant uuid := corkboard.only_workspace(p_workspaces);
begin
  return query
    select w.workspace_id
      from unnest(p_workspaces, p_days) w (workspace_id, today)
     cross join lateral (
       select 1 from corkboard.invoices i
        where i.workspace_id = coalesce(v_workspace, w.workspace_id) and i.kind = 'invoice' and i.status = 'SENT'
          and i.overdue_detected_at is null and i.due_date < w.today
        limit 1) i;
end
$$;
comment on function corkboard.workspaces_with_overdue(uuid[], date[]) is
  'Those of the workspaces that still have an invoice for detect_overdue; p_days has each one''s current date.';
