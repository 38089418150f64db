/**
 * What GitHub charges for a document before it executes it. Each connection is one request for each of its parents, and
 * every connection counts as full: as many nodes as `first` or `last` names. A hundred requests are a point.
 */
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";
import { GraphqlRefusal } from "./graphql-refusal.js";

export type QueryCost = {
  readonly points: number;
  readonly nodes: number;
};

const REQUESTS_PER_POINT = 100;
const MAX_NODES = 500_000;

/** The document, and what it is executed with. */
export type Costed = {
  readonly document: DocumentNode;
  readonly operationName: string | null;
  readonly variables: Readonly<Record<string, unknown>>;
};

type Sum = { readonly requests: number; readonly nodes: number };
type Walk = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly variables: Costed["variables"];
};

/** The cost of the operation that is executed; the least is one point. */
export function queryCost(schema: GraphQLSchema, { document, operationName, variables }: Costed): QueryCost {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const chosen = (operations as OperationDefinitionNode[]).find(
    ({ name }) => operationName === null || name?.value === operationName,
  );
  const root = chosen === undefined ? undefined : schema.getRootType(chosen.operation);
  if (chosen === undefined || root == null) return { points: 1, nodes: 0 };
  const given = { ...defaultsOf(chosen), ...variables };
  const { requests, nodes } = costOf({ schema, document, variables: given }, chosen.selectionSet, root, 1);
  return { points: Math.max(1, Math.round(requests / REQUESTS_PER_POINT)), nodes };
}

/** GitHub refuses such a document as a whole, before it executes any of it. */
export function refuseNodes({ nodes }: QueryCost): GraphqlRefusal | undefined {
  if (nodes <= MAX_NODES) return undefined;
  const [asked, most] = [nodes, MAX_NODES].map((count) => count.toLocaleString("en-US"));
  return new GraphqlRefusal(
    "MAX_NODE_LIMIT_EXCEEDED",
    `This query requests up to ${asked} possible nodes which exceeds the maximum limit of ${most}.`,
  );
}

function costOf(walk: Walk, { selections }: SelectionSetNode, type: GraphQLCompositeType, parents: number): Sum {
  return selections
    .map((selection): Sum => {
      if (selection.kind === Kind.FIELD) return costOfField(walk, selection, type, parents);
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const named = selection.typeCondition?.name.value;
        return costOf(walk, selection.selectionSet, named === undefined ? type : typeNamed(walk, named), parents);
      }
      const fragment = walk.document.definitions.find(
        (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value,
      );
      if (fragment?.kind !== Kind.FRAGMENT_DEFINITION) return NOTHING;
      return costOf(walk, fragment.selectionSet, typeNamed(walk, fragment.typeCondition.name.value), parents);
    })
    .reduce(plus, NOTHING);
}

function costOfField(walk: Walk, field: FieldNode, type: GraphQLCompositeType, parents: number): Sum {
  const definition = isObjectType(type) || isInterfaceType(type) ? type.getFields()[field.name.value] : undefined;
  if (definition === undefined || field.selectionSet === undefined) return NOTHING;
  const answered = getNamedType(definition.type);
  if (!isCompositeType(answered)) return NOTHING;
  if (!answered.name.endsWith("Connection")) return costOf(walk, field.selectionSet, answered, parents);
  const nodes = parents * sizeOf(walk, field);
  return plus({ requests: parents, nodes }, costOf(walk, field.selectionSet, answered, nodes));
}

function sizeOf({ variables }: Walk, { arguments: given = [] }: FieldNode): number {
  const bound = given.find(({ name, value }) => ["first", "last"].includes(name.value) && value.kind !== Kind.NULL);
  return bound === undefined ? 0 : Math.max(0, numberOf(bound.value, variables));
}

function numberOf(value: ValueNode, variables: Costed["variables"]): number {
  if (value.kind === Kind.VARIABLE) return Number(variables[value.name.value] ?? 0);
  return value.kind === Kind.INT ? Number(value.value) : 0;
}

function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
  return Object.fromEntries(
    variableDefinitions.flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)]] : [],
    ),
  );
}

function typeNamed({ schema }: Walk, name: string): GraphQLCompositeType {
  const type = schema.getType(name);
  if (!isCompositeType(type)) throw new Error(`${name} is no type with fields`);
  return type;
}

const NOTHING: Sum = { requests: 0, nodes: 0 };
const plus = (a: Sum, b: Sum): Sum => ({ requests: a.requests + b.requests, nodes: a.nodes + b.nodes });
