-- An invoice counts as issued from the moment it was sent: its content and its snapshot of the parties are kept, and so is a
-- signed contract with its signature, and the document of an approved change order. Of an estimate's answer the estimate is
-- kept, and not who answered in which words. A draft gets another version, so that an editor that was open cannot bring its
-- texts back. A revision without a verdict gets none any more: the model may be reading it at this moment, and the verdict
-- would quote it.
create or replace function corkboard.erase_records(p_workspace uuid, p_projects uuid[]) returns void
language plpgsql
as $$
declare
  c_erased constant text := corkboard.erased_name();
begin
  update corkboard.intakes i set answers = '{}'
   where i.workspace_id = p_workspace and i.project_id = any (p_projects) and i.answers is not null;
  update corkboard.scopes s
     set deliverables = array(select c_erased from unnest(s.deliverables)),
         timeline = null,
         approved_by = case when s.approved_by is not null then c_erased end,
         party_snapshot = case when s.party_snapshot is not null then corkboard.erase_client_party(s.party_snapshot) end
   where s.workspace_id = p_workspace and s.project_id = any (p_projects);
  update corkboard.scope_versions v
     set deliverables = array(select c_erased from unnest(v.deliverables)), timeline = null
   where v.workspace_id = p_workspace and v.project_id = any (p_projects);
  update corkboard.project_deliverables d set title = c_erased
   where d.workspace_id = p_workspace and d.project_id = any (p_projects);
  update corkboard.scope_change_requests r
     set requested_by = c_erased, text = c_erased, requested_from = null, requested_with = null
   where r.workspace_id = p_workspace and r.project_id = any (p_projects);
  update corkboard.change_order_proposals o
     set title = c_erased, description = null,
         declined_by = case when o.declined_by is not null then c_erased end,
         decline_reason = case when o.decline_reason is not null then c_erased end
   where o.workspace_id = p_workspace and o.project_id = any (p_projects);
  update corkboard.change_orders o
     set title = case when o.title is not null then c_erased end, description = null,
         approved_by = case when o.approved_by is not null then c_erased end, approved_from = null, approved_with = null
   where o.workspace_id = p_workspace and o.project_id = any (p_projects);
  update corkboard.revisions r
     set description = c_erased,
         verdict_reason = case when r.verdict_reason is not null then c_erased end,
         verdict_question = case when r.verdict_question is not null then c_erased end,
         classify = r.verdict is not null,
         unclassified = null
   where r.workspace_id = p_workspace and r.project_id = any (p_projects);
  update corkboard.time_entries e set description = null
   where e.workspace_id = p_workspace and e.project_id = any (p_projects) and e.description is not null;
  update corkboard.notes n set body = c_erased
   where n.workspace_id = p_workspace and n.project_id = any (p_projects);
  update corkboard.payments y set method = null, reference = null, note = null
   where y.workspace_id = p_workspace
     and y.invoice_id = any (array(
       select i.id from corkboard.invoices i where i.workspace_id = p_workspace and i.project_id = any (p_projects)));
  update corkboard.removed_payments y set method = null, reference = null, note = null
   where y.workspace_id = p_workspace
     and y.invoice_id = any (array(
       select i.id from corkboard.invoices i where i.workspace_id = p_workspace and i.project_id = any (p_projects)));
  update corkboard.estimate_answers a
     set answered_by = case when a.answered_by is not null then c_erased end, reason = null, answered_from = null,
         answered_with = null
   where a.workspace_id = p_workspace
     and a.estimate_id in (
       select i.id from corkboard.invoices i where i.workspace_id = p_workspace and i.project_id = any (p_projects));
  update corkboard.invoices i
     set line_items = corkboard.erase_texts(i.line_items), po_number = null, notes = null, version = i.version + 1
   where i.workspace_id = p_workspace and i.project_id = any (p_projects) and i.sent_at is null;
end
$$;
comment on function corkboard.erase_records(uuid, uuid[]) is
  'Erases the texts of projects'' records, except in issued invoices and estimates, in signed contracts, and in the documents of approved change orders. Amounts, times and counts stay.';
