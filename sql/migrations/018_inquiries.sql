-- A form for people who aren't clients yet.

create table corkboard.inquiry_forms (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  token text not null default corkboard.new_share_token(),
  introduction text check (char_length(introduction) between 1 and 2000),
  questions text[] not null default '{}' check (cardinality(questions) <= 40),
  opened_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id)
);
-- Not unique, for the same reason as api_keys_hash.
create index inquiry_forms_token on corkboard.inquiry_forms (token);
comment on table corkboard.inquiry_forms is 'The form of a workspace for people who would like to become clients. No row: it was never switched on.';
comment on column corkboard.inquiry_forms.token is 'The token of its link, without the workspace''s suffix.';
comment on column corkboard.inquiry_forms.introduction is 'A text above the questions.';
comment on column corkboard.inquiry_forms.questions is 'The questions, in order.';
comment on column corkboard.inquiry_forms.opened_at is 'When it was switched on; null: it is off.';

create table corkboard.inquiries (
  workspace_id uuid not null references corkboard.workspaces (id),
  id uuid not null default corkboard.uuid_v7(),
  name text not null check (char_length(name) between 1 and 500),
  email text not null check (char_length(email) between 3 and 254),
  company text check (char_length(company) between 1 and 500),
  message text check (char_length(message) between 1 and 5000),
  answers json not null default '{}' check (json_typeof(answers) = 'object'),
  received_at timestamptz not null default clock_timestamp(),
  received_from inet,
  received_with text check (char_length(received_with) <= 500),
  dismissed_at timestamptz,
  converted_at timestamptz,
  closed_by text check (char_length(closed_by) between 1 and 254),
  client_id uuid,
  project_id uuid,
  primary key (workspace_id, id),
  foreign key (workspace_id, client_id) references corkboard.clients (workspace_id, id),
  foreign key (workspace_id, project_id) references corkboard.projects (workspace_id, id),
  constraint inquiries_one_end check (num_nonnulls(dismissed_at, converted_at) <= 1),
  constraint inquiries_closed_by_a_member check (num_nonnulls(dismissed_at, converted_at) = num_nonnulls(closed_by)),
  constraint inquiries_converted_to check (
    (converted_at is not null) = (client_id is not null) and (converted_at is not null) = (project_id is not null))
);
create index inquiries_open on corkboard.inquiries (workspace_id, received_at)
  where dismissed_at is null and converted_at is null;
create index inquiries_of_client on corkboard.inquiries (workspace_id, client_id) where client_id is not null;
create index inquiries_dismissed on corkboard.inquiries (dismissed_at) where dismissed_at is not null;
comment on table corkboard.inquiries is
  'What people who aren''t clients yet sent through the form. A dismissed one is deleted after 30 days.';
comment on column corkboard.inquiries.name is 'The person''s name, as typed.';
comment on column corkboard.inquiries.email is 'The person''s address, as typed.';
comment on column corkboard.inquiries.company is 'The person''s company, as typed.';
comment on column corkboard.inquiries.message is 'What the person writes.';
comment on column corkboard.inquiries.answers is 'The answers by question.';
comment on column corkboard.inquiries.received_at is 'When it was sent.';
comment on column corkboard.inquiries.received_from is 'The IP address that it came from.';
comment on column corkboard.inquiries.received_with is 'The browser that it came from, as it names itself.';
comment on column corkboard.inquiries.dismissed_at is 'When a member dismissed it.';
comment on column corkboard.inquiries.converted_at is 'When a member turned it into a client and a project.';
comment on column corkboard.inquiries.closed_by is 'The member who did either.';
comment on column corkboard.inquiries.client_id is 'The client that it became.';
comment on column corkboard.inquiries.project_id is 'The project that it became.';
