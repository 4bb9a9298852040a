-- An email lists the first few records of many. What is in the trash has no page any more, except invoices.
create or replace function corkboard.notification_items(p_workspace uuid, p_kind text, p_ids uuid[], out count bigint, out items json)
language plpgsql stable
as $$
declare
  c_max constant integer := 10;
begin
  if p_kind in ('viewed', 'overdue', 'paid') then
    select coalesce(max(f.total), 0), json_agg(f.item order by f.due_date, f.id)
      into notification_items.count, notification_items.items
      from (
        select i.due_date, i.id, pg_catalog.count(*) over () as total,
               json_build_object(
                 'event', n.event, 'recordedBy', n.recorded_by, 'recorderName', corkboard.member_name(p_workspace, n.recorded_by),
                 'invoiceId', i.id, 'invoiceNumber', i.number, 'kind', i.kind, 'currency', i.currency, 'dueDate', i.due_date,
                 'totalCents', case p_kind when 'overdue' then i.total_cents - i.part_paid_cents else i.total_cents end,
                 'projectName', p.name, 'clientName', c.name) as item
          from corkboard.notifications n
          join corkboard.invoices i on i.workspace_id = p_workspace and i.id = any (n.record_ids)
          join corkboard.projects p on p.workspace_id = p_workspace and p.id = i.project_id
          join corkboard.clients c on c.workspace_id = p_workspace and c.id = p.client_id
         where n.workspace_id = p_workspace and n.id = any (p_ids)
         order by i.due_date, i.id
         limit c_max) f;
  elsif p_kind = 'inquiry' then
    -- Nothing that the person typed.
    select coalesce(max(f.total), 0), json_agg(f.item order by f.id)
      into notification_items.count, notification_items.items
      from (
        select i.id, pg_catalog.count(*) over () as total,
               json_build_object('event', n.event, 'recordedBy', n.recorded_by, 'inquiryId', i.id) as item
          from corkboard.notifications n
          join corkboard.inquiries i on i.workspace_id = p_workspace and i.id = any (n.record_ids)
         where n.workspace_id = p_workspace and n.id = any (p_ids)
         order by i.id
         limit c_max) f;
  else
    select coalesce(max(f.total), 0), json_agg(f.item order by f.id)
      into notification_items.count, notification_items.items
      from (
        select n.id, pg_catalog.count(*) over () as total,
               json_build_object(
                 'event', n.event, 'recordedBy', n.recorded_by, 'recorderName', corkboard.member_name(p_workspace, n.recorded_by),
                 'projectId', p.id, 'projectName', p.name,
                 'clientName', c.name) as item
          from corkboard.notifications n
          join corkboard.projects p on p.workspace_id = p_workspace and p.id = any (n.record_ids) and p.trashed_at is null
          join corkboard.clients c on c.workspace_id = p_workspace and c.id = p.client_id
         where n.workspace_id = p_workspace and n.id = any (p_ids)
         order by n.id
         limit c_max) f;
  end if;
end
$$;
comment on function corkboard.notification_items(uuid, text, uuid[]) is
  'What an email about notifications of one kind lists: how many records there are, and the first ten of them.';
