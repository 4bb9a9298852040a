create or replace function corkboard.check_invoice_read(p_workspace uuid, p_invoice uuid, p_version integer) returns uuid
language plpgsql
as $$
begin
  perform corkboard.check_invoice_version(corkboard.find_invoice(p_workspace, p_invoice), p_version);
  return p_workspace;
end
$$;
comment on function corkboard.check_invoice_read(uuid, uuid, integer) is
  'Returns the workspace if the invoice or estimate still has the version that a page showed (null: any). Call it with the workspace locked. Rejects with not_found, conflict (reject_outdated).';
