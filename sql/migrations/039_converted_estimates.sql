-- An estimate whose invoice was voided can be invoiced again.
do $$
begin
  alter table corkboard.converted_estimates drop constraint converted_estimates_workspace_id_estimate_id_key;
  comment on table corkboard.converted_estimates is
    'Invoices that members made from estimates. An estimate gets another one once its invoice is void.';
end
$$;

-- Few estimates become invoices, so that it takes a moment.
-- squawk-ignore require-concurrent-index-creation
create index converted_estimates_of_estimate on corkboard.converted_estimates (workspace_id, estimate_id);
