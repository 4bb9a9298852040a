-- The data of invoice.sent, .paid, .viewed and .overdue starts with the same fields and ends with those of each event.
create or replace function corkboard.invoice_event_data(
  p_invoice corkboard.invoices, p_event text, p_on date default null
) returns json
language plpgsql stable
as $$
declare
  v_project corkboard.projects;
  v_data json;
begin
  select * into strict v_project from corkboard.projects p
   where p.workspace_id = p_invoice.workspace_id and p.id = p_invoice.project_id;
  select case p_event
    when 'invoice.paid' then (
      select row_to_json(d) from (select s.*, corkboard.iso(p_invoice.paid_at) as "paidAt") d)
    when 'invoice.sent' then (
      select row_to_json(d) from (select s.*, p_invoice.due_date as "dueDate", corkboard.iso(p_invoice.sent_at) as "sentAt") d)
    when 'invoice.viewed' then (
      select row_to_json(d) from (select s.*, p_invoice.due_date as "dueDate", corkboard.iso(p_invoice.viewed_at) as "viewedAt") d)
    when 'invoice.overdue' then (
      select row_to_json(d) from (select s.*, p_invoice.due_date as "dueDate", p_on - p_invoice.due_date as "daysOverdue",
        corkboard.iso(p_invoice.overdue_detected_at) as "detectedAt") d)
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
  return v_data;
end
$$;
comment on function corkboard.invoice_event_data(corkboard.invoices, text, date) is
  'The data of invoice.sent, .paid, .viewed or .overdue. p_on is the date on which an overdue invoice was detected.';
