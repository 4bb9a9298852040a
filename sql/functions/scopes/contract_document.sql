-- json instead of jsonb, which would reorder the fields: these bytes are signed. No indentation, and nothing else that
-- differs between PostgreSQL versions.
create or replace function corkboard.contract_document(p_workspace uuid, p_project uuid) returns json
language plpgsql stable
as $$
begin
  return (
    select row_to_json(d) from (
      select w.name as "workspaceName", w.letterhead, c.name as "clientName", c.contact_name as "contactName", c.company,
             c.address, p.name as "projectName", s.version as "scopeVersion", s.deliverables,
             s.revision_rounds as "revisionRounds", s.timeline, s.price_cents as "priceCents",
             coalesce(s.currency, w.default_currency) as currency, p.hourly_rate_cents as "hourlyRateCents", w.terms
        from corkboard.projects p
        join corkboard.workspaces w on w.id = p_workspace
        join corkboard.clients c on c.workspace_id = p_workspace and c.id = p.client_id
        left join corkboard.scopes s on s.workspace_id = p_workspace and s.project_id = p_project
       where p.workspace_id = p_workspace and p.id = p_project) d);
end
$$;
comment on function corkboard.contract_document(uuid, uuid) is
  'The contract of the project as it would be signed now: the parties, the scope and the terms. The caller shows exactly these fields, and the signature covers the SHA-256 of these bytes.';
