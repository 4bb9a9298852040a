create or replace function corkboard.estimate_answer_conflict(
  p_workspace uuid, p_estimate uuid, p_answer text, p_document_sha256 bytea
) returns text
language plpgsql stable
as $$
declare
  v_estimate corkboard.invoices;
  v_answer text;
begin
  select * into v_estimate from corkboard.invoices i where i.workspace_id = p_workspace and i.id = p_estimate;
  select a.answer into v_answer from corkboard.estimate_answers a
   where a.workspace_id = p_workspace and a.estimate_id = p_estimate;
  return case
    when v_estimate.kind <> 'estimate'
    then format('%s is an invoice: only estimates are accepted or declined.', v_estimate.number)
    when v_estimate.status <> 'SENT'
    then format('%s is %s: only a SENT estimate can be accepted or declined.', v_estimate.number, v_estimate.status)
    when v_answer is not null
    then format('%s was %s already.', v_estimate.number, v_answer)
    when exists (
      select 1 from corkboard.converted_estimates c
        join corkboard.invoices i on i.workspace_id = p_workspace and i.id = c.invoice_id and i.status <> 'VOID'
       where c.workspace_id = p_workspace and c.estimate_id = p_estimate)
    then format('%s was turned into an invoice already, so it can''t be accepted or declined any more.', v_estimate.number)
    when exists (
      select 1 from corkboard.projects p
       where p.workspace_id = p_workspace and p.id = v_estimate.project_id and p.trashed_at is not null)
    then format('%s belongs to a project in the trash: restore the project first.', v_estimate.number)
    when p_answer = 'accepted' and v_estimate.due_date < corkboard.workspace_today(p_workspace)
    then format('%s has expired, so it can''t be accepted any more.', v_estimate.number)
    when sha256(convert_to(corkboard.estimate_document(p_workspace, p_estimate)::text, 'UTF8')) <> p_document_sha256
    then format('%s was changed since it was read: read it again first.', v_estimate.number)
  end;
end
$$;
comment on function corkboard.estimate_answer_conflict(uuid, uuid, text, bytea) is
  'Why an estimate can''t be accepted or declined (p_answer) as the document with this SHA-256 (null: any); null if it can. It can be accepted until the end of its due date in the workspace''s time zone, and declined after that too.';
