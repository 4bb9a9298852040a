-- invoice.sent, .paid, .viewed and .overdue begin alike and end in what is special to each.
create or replace function corkboard.emit_invoice_event(p_invoice corkboard.invoices, p_event text) returns void
language plpgsql
as $$
declare
  v_project corkboard.projects;
  v_data json;
begin
  select * into v_project from corkboard.projects p
   where p.workspace_id = p_invoice.workspace_id and p.id = p_invoice.project_id;
  select case p_event
    when 'invoice.paid' then (
      select row_to_json(d) from (select s.*, corkboard.iso(p_invoice.paid_at) as "paidAt") d)
    when 'invoice.sent' then (
      select row_to_json(d) from (select s.*, p_invoice.due_date as "dueDate", corkboard.iso(p_invoice.sent_at) as "sentAt") d)
    when 'invoice.viewed' then (
      select row_to_json(d) from (select s.*, p_invoice.due_date as "dueDate", corkboard.iso(p_invoice.viewed_at) as "viewedAt") d)
    end
    into strict v_data
    from (select
      p_invoice.id as "invoiceId",
      p_invoice.number as "invoiceNumber",
      v_project.id as "projectId",
      v_project.name as "projectName",
      corkboard.client_name(v_project) as "clientName",
      p_invoice.total_cents as "totalCents",
      p_invoice.currency as "currency") s;
  perform corkboard.emit_event(p_invoice.workspace_id, p_event, v_data);
end
$$;
comment on function corkboard.emit_invoice_event(corkboard.invoices, text) is 'Emits invoice.sent, invoice.paid or invoice.viewed with its data.';
