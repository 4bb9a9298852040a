create or replace function corkboard.change_order_answer_conflict(
  p_workspace uuid, p_proposal uuid, p_document_sha256 bytea
) returns text
language plpgsql stable
as $$
declare
  v_order corkboard.change_order_proposals;
begin
  select * into v_order from corkboard.change_order_proposals o where o.workspace_id = p_workspace and o.id = p_proposal;
  return case
    when v_order.change_order_id is not null then 'The change order is approved already.'
    when v_order.declined_at is not null then 'The change order was declined already.'
    when v_order.withdrawn_at is not null then 'The change order was withdrawn.'
    when v_order.sent_at is null then 'The change order was not sent yet.'
    when sha256(convert_to(corkboard.change_order_document(p_workspace, p_proposal)::text, 'UTF8')) <> p_document_sha256
    then 'The change order was changed since it was read: read the new one first.'
  end;
end
$$;
comment on function corkboard.change_order_answer_conflict(uuid, uuid, bytea) is
  'Why a change order can''t be approved or declined as the document with this SHA-256 (null: any); null if it can.';
