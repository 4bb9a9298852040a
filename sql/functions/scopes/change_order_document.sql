-- The parties are those of the contract. json instead of jsonb for the same reason as in contract_document.
create or replace function corkboard.change_order_document(p_workspace uuid, p_proposal uuid) returns json
language plpgsql stable
as $$
declare
  v_order corkboard.change_order_proposals;
  v_contract json;
begin
  select * into v_order from corkboard.change_order_proposals o where o.workspace_id = p_workspace and o.id = p_proposal;
  v_contract := corkboard.contract_document(p_workspace, v_order.project_id);
  return (
    select row_to_json(d) from (
      select v_order.version, v_order.title, v_order.description, v_order.amount_cents as "amountCents", v_order.currency,
             v_order.rounds, p.*
        from json_to_record(v_contract) as p (
          "workspaceName" text, letterhead text, "clientName" text, "contactName" text, company text, address text,
          "projectName" text, provider json, recipient json, language text, "zeroTaxReason" text, "taxRateBps" integer,
          "pricesIncludeTax" boolean)) d);
end
$$;
comment on function corkboard.change_order_document(uuid, uuid) is
  'A change order as it would be approved now: its words, price and rounds, and the parties. The caller shows exactly these fields, and the approval covers the SHA-256 of these bytes.';
