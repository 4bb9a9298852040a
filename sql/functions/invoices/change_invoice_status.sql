-- Sends an invoice, and voids one that was not sent; settle_invoice decides on the status of a sent one. It allows what
-- check_status_change allows, unless it would send an invoice of a trashed project. What a page offers to do, it offers for the
-- version that it showed.
create or replace function corkboard.change_invoice_status(
  p_workspace uuid, p_invoice uuid, p_status text, p_version integer default null
) returns corkboard.invoices
language plpgsql
as $$
declare
  v_now timestamptz;
  v_parties json;
  v_invoice corkboard.invoices;
begin
  perform corkboard.lock_workspace(p_workspace);
  v_now := clock_timestamp();
  v_invoice := corkboard.find_invoice(p_workspace, p_invoice);
  perform corkboard.check_status_change(v_invoice, p_status);
  perform corkboard.check_invoice_version(v_invoice, p_version);
  if p_status = 'SENT' then
    if exists (
      select 1 from corkboard.projects p
       where p.workspace_id = p_workspace and p.id = v_invoice.project_id and p.trashed_at is not null)
    then
      perform corkboard.reject('conflict',
        format('%s belongs to a project in the trash, so its link would not work: it cannot be sent.', v_invoice.number));
    end if;
    v_parties := corkboard.party_snapshot(p_workspace, v_invoice.project_id);
  end if;
  update corkboard.invoices i
     set status = p_status,
         version = i.version + 1,
         sent_at = case when p_status = 'SENT' then v_now else i.sent_at end,
         party_snapshot = coalesce(v_parties, i.party_snapshot),
         voided_at = case when p_status = 'VOID' then v_now else i.voided_at end
   where i.workspace_id = p_workspace and i.id = p_invoice
  returning * into v_invoice;
  if p_status = 'VOID' then
    perform corkboard.free_billed_time(p_workspace, p_invoice);
    perform corkboard.free_billed_items(p_workspace, p_invoice);
    perform corkboard.issue_document(p_workspace, v_invoice.kind, p_invoice, v_invoice.late_fee_cents, v_invoice.late_fee_at, v_now)
      where v_invoice.sent_at is not null;
  end if;
  perform corkboard.record_audit(
    corkboard.current_actor(p_workspace), 'invoice.' || lower(p_status), 'invoice', p_invoice);
  return v_invoice;
end
$$;
comment on function corkboard.change_invoice_status(uuid, uuid, text, integer) is
  'Changes the status of an invoice or estimate to SENT or VOID. Sending stores a snapshot of the parties; voiding makes the time and agreed items that it bills unbilled again, and issues the document of what was sent, marked as void. p_version is the version that the caller saw (null: any). Rejects with not_found, conflict (an illegal transition, changed since, or sending an invoice of a trashed project).';
