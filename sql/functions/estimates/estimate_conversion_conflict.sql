create or replace function corkboard.estimate_conversion_conflict(p_estimate corkboard.invoices) returns text
language plpgsql stable
as $$
declare
  v_answer text;
  v_invoice text;
begin
  select a.answer into v_answer from corkboard.estimate_answers a
   where a.workspace_id = p_estimate.workspace_id and a.estimate_id = p_estimate.id;
  select i.number into v_invoice
    from corkboard.converted_estimates c
    join corkboard.invoices i on i.workspace_id = p_estimate.workspace_id and i.id = c.invoice_id
   where c.workspace_id = p_estimate.workspace_id and c.estimate_id = p_estimate.id;
  return case
    when p_estimate.kind <> 'estimate'
    then format('%s is an invoice already.', p_estimate.number)
    when v_invoice is not null
    then format('%s was turned into %s already.', p_estimate.number, v_invoice)
    when p_estimate.status <> 'SENT'
    then format('%s is %s: only a SENT estimate can be turned into an invoice.', p_estimate.number, p_estimate.status)
    when v_answer = 'declined'
    then format('%s was declined, so it can''t be turned into an invoice.', p_estimate.number)
    when exists (
      select 1 from corkboard.projects p
       where p.workspace_id = p_estimate.workspace_id and p.id = p_estimate.project_id and p.trashed_at is not null)
    then format('%s belongs to a project in the trash: restore the project first.', p_estimate.number)
  end;
end
$$;
comment on function corkboard.estimate_conversion_conflict(corkboard.invoices) is
  'Why an estimate can''t be turned into an invoice; null if it can.';
