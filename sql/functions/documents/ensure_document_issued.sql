-- Records that were sent, approved or signed before documents were stored have none until it is asked for.
create or replace function corkboard.ensure_document_issued(p_workspace uuid, p_kind text, p_record uuid) returns void
language plpgsql
as $$
declare
  v_issued record;
begin
  perform corkboard.lock_workspace(p_workspace);
  if exists (
    select 1 from corkboard.issued_documents d
     where d.workspace_id = p_workspace and d.kind = p_kind and d.record_id = p_record)
  then
    return;
  end if;
  select i.late_fee_cents, i.late_fee_at into v_issued from (
    select i.late_fee_cents, i.late_fee_at from corkboard.invoices i
     where i.workspace_id = p_workspace and i.id = p_record and i.kind = p_kind and i.sent_at is not null
    union all
    select 0, null from corkboard.scopes s
     where p_kind = 'scope' and s.workspace_id = p_workspace and s.project_id = p_record and s.approved_at is not null
    union all
    select 0, null from corkboard.agreements a
     where p_kind = 'contract' and a.workspace_id = p_workspace and a.project_id = p_record
    union all
    select 0, null from corkboard.change_order_proposals o
     where p_kind = 'change_order' and o.workspace_id = p_workspace and o.id = p_record and o.change_order_id is not null) i;
  if not found then
    perform corkboard.reject('not_found', 'This document was not issued.');
  end if;
  perform corkboard.issue_document(p_workspace, p_kind, p_record, v_issued.late_fee_cents, v_issued.late_fee_at);
end
$$;
comment on function corkboard.ensure_document_issued(uuid, text, uuid) is
  'Adds the first version of the document of an issued record that has none. p_record is that of issued_documents.record_id. Rejects with not_found (not issued).';
