create or replace function corkboard.approve_change_order(
  p_workspace uuid, p_project uuid, p_amount_cents integer, p_currency text default null, p_rounds integer default 0,
  p_version integer default null, p_title text default null, p_description text default null, p_approved_by text default null,
  p_document json default null, p_from inet default null, p_with text default null
) returns corkboard.change_orders
language plpgsql
as $$
declare
  v_project corkboard.projects;
  v_currency text;
  v_order corkboard.change_orders;
  v_orders uuid[];
begin
  perform corkboard.check_required('amountCents', p_amount_cents);
  perform corkboard.check_range('amountCents', p_amount_cents, 0, 100000000);
  perform corkboard.check_currency('currency', p_currency);
  perform corkboard.check_range('rounds', p_rounds, 0, 20);
  perform corkboard.check_line('title', p_title, 200);
  perform corkboard.check_text('description', p_description, 5000);
  perform corkboard.check_typed_name('approvedBy', p_approved_by);
  perform corkboard.lock_workspace(p_workspace);
  v_project := corkboard.find_project(p_workspace, p_project);
  perform corkboard.check_work_agreed(p_workspace, p_project);
  v_orders := array(
    select o.id from corkboard.change_orders o where o.workspace_id = p_workspace and o.project_id = p_project);
  if cardinality(v_orders) <> p_version then
    perform corkboard.reject_outdated(
      p_workspace, 'Another change order was recorded', v_orders, '{change_order.approved}',
      cardinality(v_orders) - p_version);
  end if;
  select s.currency into v_currency from corkboard.scopes s where s.workspace_id = p_workspace and s.project_id = p_project;
  insert into corkboard.change_orders (
    workspace_id, project_id, amount_cents, currency, rounds, recorded_by, title, description, approved_by, approved_from,
    approved_with, document, document_sha256)
  values (
    p_workspace, p_project, p_amount_cents, coalesce(p_currency, v_currency, corkboard.workspace_currency(p_workspace)),
    coalesce(p_rounds, 0), corkboard.current_recorder(), p_title, p_description, p_approved_by, p_from,
    corkboard.kept_browser(p_with), p_document, sha256(convert_to(p_document::text, 'UTF8')))
  returning * into v_order;
  perform corkboard.add_agreed_items(p_workspace, p_project);
  perform corkboard.record_audit(corkboard.current_actor(p_workspace), 'change_order.approved', 'change_order', v_order.id);
  perform corkboard.emit_event(p_workspace, 'change_order.approved', (
    select row_to_json(d) from (select
      v_order.id as "changeOrderId",
      v_project.id as "projectId",
      v_project.name as "projectName",
      v_order.amount_cents as "amountCents",
      v_order.currency as "currency",
      corkboard.iso(v_order.approved_at) as "approvedAt") d));
  perform corkboard.notify_members(p_workspace, 'approved', 'change_order.approved', array[v_project.id]);
  return v_order;
end
$$;
comment on function corkboard.approve_change_order(uuid, uuid, integer, text, integer, integer, text, text, text, json, inet, text) is
  'Adds an amount and revision rounds to what was agreed. A null currency is the scope''s. p_version is how many change orders the caller saw (null: any). p_document is what the client read (null: nothing was shown). If someone other than the client calls this, they are stored as the recorder. Rejects with validation, not_found, conflict (nothing agreed yet, another one recorded since). Emits change_order.approved and notifies members.';
